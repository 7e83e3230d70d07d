"""What `murphy play` runs: the session with its camera, pages, pins and journal, wired together and kept well."""
