"""What pages are made of: files, style sheets, the modules that each loads, and its sentences."""
