"""What High card says."""
