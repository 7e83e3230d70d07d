"""Installs the companion on a Pi from a card or a stick, unattended, and tells how far it is.

Runs as root by Debian's own Python, with nothing but the standard library, before anything else of the companion is there:
on a card it lies as one archive that Python runs. What has to be installed is first copied to the disk, and leaves it once
it is installed.
"""
