"""One module a command of `murphy`."""
