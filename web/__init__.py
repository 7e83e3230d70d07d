"""The table on everybody's phone: pages, the stream of events, and the routes."""
