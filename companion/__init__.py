"""What happens at a table: games, their journal, and the words people read. No camera, no pins, no HTTP."""
