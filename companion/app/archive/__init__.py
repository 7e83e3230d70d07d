"""All games on this machine: found in its journals, replayed, summed up."""
