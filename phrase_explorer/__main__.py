"""Run the program: ``python -m phrase_explorer``."""

import sys

from phrase_explorer.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
