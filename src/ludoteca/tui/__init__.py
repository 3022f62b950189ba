"""One app for the terminal and all games: it draws boards, takes gestures, and knows no rule."""
