"""What comes from outside: files, folders, chance, signals."""
