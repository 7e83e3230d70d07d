"""All games on this machine: found in its journals, told again, summed up."""
