"""The games in a browser: rooms that people share by a link, every move on the disk before it is shown."""
