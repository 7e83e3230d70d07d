"""What happened, in order and permanently: entries, the self-verifying file, and the rescue of a damaged one."""
