"""The server of the pages: waitress, with limits on who may take what of it."""
