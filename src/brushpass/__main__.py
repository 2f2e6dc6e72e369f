"""`python3 -m brushpass`."""

import sys

from brushpass.cli import main

sys.exit(main())
