"""A sheet of tiles by others, made up."""

from pathlib import Path

import numpy as np
from PIL import Image

PRF = """# made-up
R:41:0x81/0x82
K:30:0x81/0x83
F:1:0x80/0x81
F:56:0x80/0x84
F:33:0x8F/0x80
L:216:0xC1/0xC5
S:0x0B:0x8C/0x8B
R:2:0x82/0x80
"""


def sheet_of_others(folder: Path) -> Path:
    """Write a sheet of 32 x 16 cells on black, each of a colour of its own, darker to its top."""
    sheet = np.zeros((256, 512, 3), dtype=np.uint8)
    for row in range(16):
        for column in range(32):
            cell = sheet[row * 16 + 2 : row * 16 + 14, column * 16 + 2 : column * 16 + 14]
            light = np.linspace(0.3, 1, 12)[:, None, None]
            cell[:] = light * (16 + row * 14, 16 + column * 7, 200)
    Image.fromarray(sheet).save(folder / "sheet.png")
    (folder / "graf.prf").write_text(PRF)
    return folder
