"""The view and the news, made ready once and told to every phone."""
