"""What runs beside the pages: threads that follow the journal, and word to systemd."""
