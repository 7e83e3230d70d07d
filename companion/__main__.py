"""`python -m companion` is the command `murphy`."""

from companion.app.cli import main

if __name__ == "__main__":
    main()
