"""The view and the announcements, rendered once and sent to every phone."""
