"""A newer version from this one's origin: fetched, tried, and rolled back if it does not come up."""
