"""Where every card can be, given what everybody saw."""
