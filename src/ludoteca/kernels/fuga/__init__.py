"""La Fuga del Rey for speed."""
