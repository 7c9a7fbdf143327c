"""Reads every file of a folder with pyarrow, and prints one line of JSON per file: {"name", "columns"} or {"name", "error"}.

Values as slots.ts writes them, but floats as "f" and the hex digits of the double, for the caller to write.
"""
import json
import os
import struct
import sys

import pyarrow as pa
import pyarrow.parquet as pq


def text(value):
    if value is None:
        return 'null'
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return 'f' + struct.pack('>d', value).hex()
    if isinstance(value, str):
        value = value.encode()
    return 'x' + value.hex()


def column(values):
    if pa.types.is_timestamp(values.type):
        return ['null' if v is None else '%dns' % v for v in values.cast(pa.timestamp('ns')).cast(pa.int64()).to_pylist()]
    return [text(v) for v in values.to_pylist()]


for name in sorted(os.listdir(sys.argv[1])):
    try:
        table = pq.ParquetFile(os.path.join(sys.argv[1], name), page_checksum_verification=True).read()
        result = {'columns': {field: column(table.column(field)) for field in table.column_names}}
    except Exception as error:
        result = {'error': '%s: %s' % (type(error).__name__, error)}
    print(json.dumps({'name': name, **result}))
