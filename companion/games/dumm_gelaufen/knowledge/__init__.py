"""Where every card can be, by what everybody saw."""
