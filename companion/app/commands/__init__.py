"""The subcommands of `murphy`, one module each."""
