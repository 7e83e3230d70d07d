"""What this game prints."""
