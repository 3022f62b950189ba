"""What `ludoteca` can do: a file for each command or family of commands, named after it."""
