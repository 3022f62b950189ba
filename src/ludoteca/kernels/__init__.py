"""The same rules for speed: scalar functions on integers and arrays, for interpreter, CPU and GPU."""
