"""What runs beside the pages: threads that follow the journal, and notifications to systemd."""
