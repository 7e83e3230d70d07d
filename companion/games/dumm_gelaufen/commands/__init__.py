"""What `murphy` can do with this game beyond what every game can."""
