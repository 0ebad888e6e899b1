"""`python -m render [TILES]`: see `render.painter`."""

import sys

from render.painter import main

if __name__ == "__main__":
    main(sys.argv[1:])
