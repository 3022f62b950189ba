"""What several tests share: where things are, ids and walks, somebody at the app, second programs."""
