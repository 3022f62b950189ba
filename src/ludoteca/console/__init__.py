"""Line by line: the five documents' dialogues and one plain interface for every game."""
