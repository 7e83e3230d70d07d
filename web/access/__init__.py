"""Who may do what on the pages, and how often."""
