"""What a household keeps in the state folder: texts under names it chose, and its dice."""
