"""Writes pictures.txt: SHA-256 of pictures that the real openpi_client.image_tools.resize_with_pad makes, one a line:
width and height before, width and height after, digest.

    pip install openpi-client==0.1.2 pillow==13.0.0 numpy==1.26.4
    python make_pictures.py > pictures.txt

Byte i of the picture before is (i * i + 7 i) / 11 modulo 256, rounded down.
"""
import hashlib

import numpy as np
from openpi_client import image_tools

sizes = [
    (200, 200, 224, 224), (84, 84, 224, 224), (200, 200, 128, 128), (84, 84, 96, 96), (200, 200, 64, 64),
    (84, 84, 83, 85), (200, 200, 320, 240), (84, 84, 240, 320), (200, 200, 3, 1), (84, 84, 1, 1), (200, 200, 1024, 7),
    (200, 200, 256, 256), (84, 84, 200, 200), (200, 200, 201, 199), (84, 84, 37, 41),
]
for w, h, width, height in sizes:
    i = np.arange(3 * w * h, dtype=np.int64)
    picture = ((i * i + 7 * i) // 11 % 256).astype(np.uint8).reshape(h, w, 3)
    resized = image_tools.resize_with_pad(picture, height, width)
    print(w, h, width, height, hashlib.sha256(resized.tobytes()).hexdigest())
