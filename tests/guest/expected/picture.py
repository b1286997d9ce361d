# SPDX-License-Identifier: GPL-2.0-or-later
"""Pictures as files: PNG (read, write) and binary PPM (read, write)."""

import struct
import zlib

PNG_MAGIC = b"\x89PNG\r\n\x1a\n"


class Picture:
    """Rows of bytes R, G, B."""

    def __init__(self, width, height, rows=None):
        self.width = width
        self.height = height
        self.rows = rows or [bytearray(3 * width) for _ in range(height)]

    def get(self, col, row):
        return tuple(self.rows[row][3 * col:3 * col + 3])


class BadPicture(Exception):
    pass


def _chunks(data):
    pos = 8
    while pos + 8 <= len(data):
        size, kind = struct.unpack(">I4s", data[pos:pos + 8])
        yield kind, data[pos + 8:pos + 8 + size]
        pos += 12 + size


def _unfilter(kind, line, above, bpp):
    """Undo one PNG row filter, in place."""
    for i in range(len(line)):
        left = line[i - bpp] if i >= bpp else 0
        up = above[i]
        if kind == 1:
            pred = left
        elif kind == 2:
            pred = up
        elif kind == 3:
            pred = (left + up) >> 1
        else:
            corner = above[i - bpp] if i >= bpp else 0
            p = left + up - corner
            pa, pb, pc = abs(p - left), abs(p - up), abs(p - corner)
            pred = left if pa <= pb and pa <= pc else \
                up if pb <= pc else corner
        line[i] = (line[i] + pred) & 0xff


def _png_rows(raw, width, height, bpp):
    size = width * bpp
    if len(raw) < height * (size + 1):
        raise BadPicture("truncated PNG data")
    above = bytearray(size)
    for y in range(height):
        start = y * (size + 1)
        kind = raw[start]
        line = bytearray(raw[start + 1:start + 1 + size])
        if kind > 4:
            raise BadPicture(f"PNG filter {kind}")
        if kind:
            _unfilter(kind, line, above, bpp)
        above = line
        yield line


def _drop_alpha(line):
    out = bytearray(len(line) // 4 * 3)
    for c in range(3):
        out[c::3] = line[c::4]
    return out


def _read_png(data):
    body = b""
    head = None
    for kind, chunk in _chunks(data):
        if kind == b"IHDR":
            head = struct.unpack(">IIBBBBB", chunk)
        elif kind == b"IDAT":
            body += chunk
    if not head or head[2] != 8 or head[3] not in (2, 6) or head[6]:
        raise BadPicture("only 8-bit RGB or RGBA PNG, not interlaced")
    width, height = head[:2]
    bpp = 3 if head[3] == 2 else 4
    try:
        raw = zlib.decompress(body)
    except zlib.error as err:
        raise BadPicture(f"PNG data: {err}") from err
    rows = list(_png_rows(raw, width, height, bpp))
    if bpp == 4:
        rows = [_drop_alpha(r) for r in rows]
    return Picture(width, height, rows)


def _read_ppm(data):
    fields = data.split(None, 4)
    if len(fields) != 5 or fields[3] != b"255":
        raise BadPicture("only 8-bit binary PPM")
    width, height = int(fields[1]), int(fields[2])
    body = data[-3 * width * height:]
    if len(body) != 3 * width * height:
        raise BadPicture("truncated PPM data")
    rows = [bytearray(body[3 * width * y:3 * width * (y + 1)])
            for y in range(height)]
    return Picture(width, height, rows)


def read(path):
    with open(path, "rb") as f:
        data = f.read()
    if data[:8] == PNG_MAGIC:
        return _read_png(data)
    if data[:2] == b"P6":
        return _read_ppm(data)
    raise BadPicture("neither PNG nor PPM")


def png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + \
        struct.pack(">I", zlib.crc32(kind + data))


def write(path, pic):
    if path.endswith(".ppm"):
        data = b"P6\n%d %d\n255\n" % (pic.width, pic.height) + \
            b"".join(pic.rows)
    else:
        head = struct.pack(">IIBBBBB", pic.width, pic.height, 8, 2, 0, 0, 0)
        body = zlib.compress(b"".join(b"\0" + r for r in pic.rows))
        data = PNG_MAGIC + png_chunk(b"IHDR", head) + \
            png_chunk(b"IDAT", body) + png_chunk(b"IEND", b"")
    with open(path, "wb") as f:
        f.write(data)
