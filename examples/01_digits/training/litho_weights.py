#!/usr/bin/env python3
"""Read, write and check files in the "litho weights v1" format.

    python3 litho_weights.py FILE      lists the tensors, verifies both hashes

Everything in the file is little-endian:

    header (64 bytes)
        char[8] magic "LITHOWTS"      u32 version = 1       u32 count
        u64 signature                 u64 checksum          u64 names_offset
        u64 payload_offset            u64 payload_bytes     u64 reserved = 0
    `count` entries of 96 bytes, sorted bytewise by name
        u32 name_offset (from names_offset)   u32 name_length
        u32 dtype (ONNX TensorProto code)     u32 rank
        u64 dims[8] (unused ones are 0)
        u64 offset (from payload_offset)      u64 bytes
    the characters of the names, then zeros up to a multiple of 64
    the payload; each tensor starts at a multiple of 64, zeros in between

The signature is the FNV-1a 64 hash of one line "NAME f32[16,1,3,3]\\n" per
entry: it changes when the *shape* of the model changes. The checksum is the
FNV-1a 64 hash of the payload, padding included: it changes when a *value* does.
"""

import struct
import sys

try:
    import numpy as np
except ImportError:
    sys.exit("numpy is missing; on Debian: apt-get install python3-numpy")

MAGIC = b"LITHOWTS"
VERSION = 1
ALIGNMENT = 64
MAX_RANK = 8
HEADER = struct.Struct("<8sIIQQQQQQ")
ENTRY = struct.Struct("<IIII8QQQ")
assert HEADER.size == 64 and ENTRY.size == 96

# ONNX TensorProto code -> (numpy type, the name used in the signature).
DTYPES = {1: (np.dtype("<f4"), "f32"), 11: (np.dtype("<f8"), "f64")}


class FormatError(ValueError):
    """The file is not a sound "litho weights v1" file."""


def fnv1a_64(data):
    value = 14695981039346656037
    for byte in data:
        value = ((value ^ byte) * 1099511628211) & 0xFFFFFFFFFFFFFFFF
    return value


def round_up(size):
    return (size + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT


def signature_line(name, type_name, shape):
    return f"{name} {type_name}[{','.join(str(extent) for extent in shape)}]\n"


def dtype_code(array):
    for code, (dtype, _) in DTYPES.items():
        # Compare kind and size only, so that a big-endian array is accepted
        # (it is converted when its bytes are taken).
        if (array.dtype.kind, array.dtype.itemsize) == (dtype.kind, dtype.itemsize):
            return code
    raise TypeError(f"element type {array.dtype} is not float32 or float64")


def write(path, tensors):
    """Write a dict of numpy arrays (name -> array) to `path`."""
    entries, names, payload, text = [], b"", b"", ""
    for name in sorted(tensors, key=lambda n: n.encode("utf-8")):
        array = np.asarray(tensors[name])
        if array.ndim > MAX_RANK:
            raise ValueError(f"{name}: rank {array.ndim} is more than {MAX_RANK}")
        code = dtype_code(array)
        dtype, type_name = DTYPES[code]
        data = array.astype(dtype).tobytes(order="C")
        dims = list(array.shape) + [0] * (MAX_RANK - array.ndim)
        encoded_name = name.encode("utf-8")
        entries.append(ENTRY.pack(len(names), len(encoded_name), code, array.ndim,
                                  *dims, len(payload), len(data)))
        names += encoded_name
        payload += data.ljust(round_up(len(data)), b"\0")
        text += signature_line(name, type_name, array.shape)

    names_offset = HEADER.size + ENTRY.size * len(entries)
    payload_offset = round_up(names_offset + len(names))
    header = HEADER.pack(MAGIC, VERSION, len(entries), fnv1a_64(text.encode("utf-8")),
                         fnv1a_64(payload), names_offset, payload_offset,
                         len(payload), 0)
    with open(path, "wb") as file:
        file.write((header + b"".join(entries) + names).ljust(payload_offset, b"\0"))
        file.write(payload)


def read_with_header(path):
    """Return (tensors, signature, checksum); raise FormatError if unsound."""
    with open(path, "rb") as file:
        data = file.read()

    def need(condition, message):
        if not condition:
            raise FormatError(f"{path}: {message}")

    need(len(data) >= HEADER.size, "shorter than a header")
    (magic, version, count, signature, checksum, names_offset, payload_offset,
     payload_bytes, reserved) = HEADER.unpack_from(data)
    need(magic == MAGIC, "the magic is not LITHOWTS")
    need(version == VERSION, f"version {version} is not {VERSION}")
    need(reserved == 0, "the reserved field is not zero")
    need(names_offset == HEADER.size + ENTRY.size * count, "wrong names_offset")
    need(payload_offset % ALIGNMENT == 0, "payload_offset is not aligned")
    need(names_offset <= payload_offset, "the names lie behind the payload")
    need(len(data) == payload_offset + payload_bytes, "wrong file length")
    payload = data[payload_offset:]
    need(fnv1a_64(payload) == checksum, "the checksum does not match the payload")

    tensors, text, previous = {}, "", None
    for index in range(count):
        fields = ENTRY.unpack_from(data, HEADER.size + ENTRY.size * index)
        name_offset, name_length, code, rank = fields[:4]
        dims, (offset, size) = fields[4:12], fields[12:]
        name_start = names_offset + name_offset
        need(name_start + name_length <= payload_offset, f"entry {index}: name out of range")
        encoded_name = data[name_start:name_start + name_length]
        name = encoded_name.decode("utf-8")
        need(previous is None or previous < encoded_name, f"{name}: names are not sorted")
        previous = encoded_name
        need(code in DTYPES, f"{name}: unknown dtype {code}")
        need(rank <= MAX_RANK and not any(dims[rank:]), f"{name}: bad rank or dims")
        dtype, type_name = DTYPES[code]
        shape = dims[:rank]
        elements = 1
        for extent in shape:
            elements *= extent
        need(size == elements * dtype.itemsize, f"{name}: byte count and shape differ")
        need(offset % ALIGNMENT == 0 and offset + size <= payload_bytes,
             f"{name}: data out of range")
        tensors[name] = np.frombuffer(payload, dtype, elements, offset).reshape(shape)
        text += signature_line(name, type_name, shape)
    need(fnv1a_64(text.encode("utf-8")) == signature,
         "the signature does not match the names and shapes")
    return tensors, signature, checksum


def read(path):
    """Return a dict of numpy arrays (name -> read-only array)."""
    return read_with_header(path)[0]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: litho_weights.py FILE")
    try:
        tensors, signature, checksum = read_with_header(sys.argv[1])
    except (OSError, FormatError) as error:
        sys.exit(f"error: {error}")
    for name, array in tensors.items():
        shape = ",".join(str(extent) for extent in array.shape)
        print(f"{name:24} f{array.itemsize * 8}[{shape}]")
    elements = sum(array.size for array in tensors.values())
    print(f"{len(tensors)} tensors, {elements} elements")
    print(f"signature {signature:016x} ok, checksum {checksum:016x} ok")


if __name__ == "__main__":
    main()
