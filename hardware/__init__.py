"""Buzzer, lamp and buttons on a Pi's pins."""
