"""``python -m training``: build data, train, evaluate, export."""

import sys

from training.command_line import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
