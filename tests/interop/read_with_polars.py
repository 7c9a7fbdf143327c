"""Reads every file of a folder with polars, and prints one line of JSON per file: {"name", "columns"} or {"name", "error"}.

Values as slots.ts writes them, but floats as "f" and the hex digits of the double, for the caller to write.
"""
import json
import os
import struct
import sys

import polars as pl


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
    if values.dtype == pl.Datetime:
        nanos = values.cast(pl.Datetime('ns')).cast(pl.Int64)
        return ['null' if v is None else '%dns' % v for v in nanos.to_list()]
    return [text(v) for v in values.to_list()]


for name in sorted(os.listdir(sys.argv[1])):
    try:
        table = pl.read_parquet(os.path.join(sys.argv[1], name))
        result = {'columns': {field: column(table[field]) for field in table.columns}}
    # A panic of polars is a BaseException.
    except BaseException as error:
        result = {'error': '%s: %s' % (type(error).__name__, error)}
    print(json.dumps({'name': name, **result}))
