"""Reads every file of a folder with pyarrow, and prints one line of JSON per file: {"name", "rows"} or {"name", "error"}.

A row is an array of its fields; structs are arrays of their fields, lists arrays, maps arrays of [key, value], leaves text as
tests/interop/slots.ts writes it, but floats as "f" and the hex digits of the double, for the caller to write.
"""
import decimal
import json
import os
import struct
import sys

import pyarrow as pa
import pyarrow.parquet as pq

WIDE = decimal.Context(prec=100)
NANOS = {'s': 10**9, 'ms': 10**6, 'us': 10**3, 'ns': 1}


def leaf(kind):
    """The integers or bytes under a type, and the text of one value."""
    if pa.types.is_date32(kind):
        return pa.int32(), str
    if pa.types.is_time32(kind):
        return pa.int32(), lambda value: '%dns' % (value * NANOS[kind.unit])
    if pa.types.is_time64(kind) or pa.types.is_timestamp(kind):
        return pa.int64(), lambda value: '%dns' % (value * NANOS[kind.unit])
    if pa.types.is_float16(kind):
        return pa.uint16(), lambda value: real(struct.unpack('<e', struct.pack('<H', value))[0])
    if pa.types.is_floating(kind):
        return kind, real
    if pa.types.is_decimal(kind):
        return kind, lambda value: '%de-%d' % (int(value.scaleb(kind.scale, context=WIDE)), kind.scale)
    if pa.types.is_boolean(kind):
        return kind, lambda value: 'true' if value else 'false'
    if pa.types.is_integer(kind) or pa.types.is_null(kind):
        return kind, str
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        # As bytes, because strings in files may not be valid text.
        return pa.binary(), lambda value: 'x' + value.hex()
    return kind, lambda value: 'x' + value.hex()


def real(value):
    return 'f' + struct.pack('>d', value).hex()


def entries(array):
    """The entries of an array of any type."""
    kind = array.type
    if isinstance(kind, pa.BaseExtensionType):
        return entries(array.storage)
    valid = array.is_valid().to_pylist()
    if pa.types.is_struct(kind):
        children = [entries(array.field(i)) for i in range(kind.num_fields)]
        return [list(row) if v else None for v, row in zip(valid, zip(*children))]
    if pa.types.is_map(kind):
        pairs = [list(pair) for pair in zip(entries(array.keys), entries(array.items))]
        return sliced(array.offsets.to_pylist(), pairs, valid)
    if pa.types.is_list(kind):
        return sliced(array.offsets.to_pylist(), entries(array.values), valid)
    under, text = leaf(kind)
    values = array.to_pylist() if under == kind else array.view(under).to_pylist()
    return [None if value is None else text(value) for value in values]


def sliced(offsets, inner, valid):
    return [inner[offsets[i]:offsets[i + 1]] if v else None for i, v in enumerate(valid)]


for name in sorted(os.listdir(sys.argv[1])):
    try:
        file = pq.ParquetFile(os.path.join(sys.argv[1], name), page_checksum_verification=True)
        table = file.read().combine_chunks()
        columns = []
        for column in table.columns:
            columns.append([entry for chunk in column.chunks for entry in entries(chunk)])
        result = {'rows': [list(row) for row in zip(*columns)]}
    except Exception as error:
        result = {'error': '%s: %s' % (type(error).__name__, error)}
    print(json.dumps({'name': name, **result}))
