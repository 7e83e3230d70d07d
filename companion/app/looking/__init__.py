"""Sources and single pictures, looked at and told of."""
