"""What a household keeps in the state folder: texts under names of its own, and its dice."""
