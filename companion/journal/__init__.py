"""What happened, in order and for good: entries, the file that proves itself, and what is saved of a damaged one."""
