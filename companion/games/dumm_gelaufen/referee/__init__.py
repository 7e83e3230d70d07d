"""What comes of what the players did: what is told, asked, ruled and put right, and what everybody sees."""
