"""Write what the rules say now into all written sessions, or those that are named."""

import sys

from tests.transcripts.session import FOLDER, files, played

named = [FOLDER / f"{name}.txt" for name in sys.argv[1:]]
for path in named or files():
    path.write_text(played(path.read_text("utf-8")), "utf-8")
