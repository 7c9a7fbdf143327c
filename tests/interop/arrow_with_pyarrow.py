"""Checks the tables of a folder with pyarrow (Arrow C++), and prints one line of JSON per name: {"name", "fault"}; `fault` is null if there is none.

NAME.arrows is a stream that apache-arrow wrote from NAME.parquet, and NAME.again.parquet is a file written from that stream. Both must
have the values that pyarrow reads from NAME.parquet, and the stream must be valid.
"""
import json
import os
import sys

import pyarrow as pa
import pyarrow.parquet as pq


def plain(array):
    """Values without dictionaries, instants as integers, floats and bytes as they print."""
    kind = array.type
    if isinstance(array, pa.ExtensionArray):
        return plain(array.storage)
    if pa.types.is_dictionary(kind):
        return plain(array.dictionary_decode())
    if pa.types.is_timestamp(kind) or pa.types.is_time64(kind) or pa.types.is_date64(kind):
        return plain(array.cast(pa.int64()) if not pa.types.is_timestamp(kind) else array.view(pa.int64()))
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_map(kind):
        entries = array.keys if pa.types.is_map(kind) else array.values
        first = plain(entries)
        if pa.types.is_map(kind):
            first = list(zip(first, plain(array.items)))
        offsets = array.offsets.to_pylist()
        valid = array.is_valid().to_pylist()
        return [first[a:b] if v else None for v, a, b in zip(valid, offsets, offsets[1:])]
    if pa.types.is_struct(kind):
        children = [plain(array.field(i)) for i in range(kind.num_fields)]
        rows = zip(*children) if children else [() for _ in range(len(array))]
        return [row if v else None for v, row in zip(array.is_valid().to_pylist(), rows)]
    return [None if v is None else repr(v) for v in array.to_pylist()]


def fault(folder, name):
    def column(table, i):
        return [v for chunk in table.column(i).chunks for v in plain(chunk)]

    with pa.OSFile(os.path.join(folder, name + '.arrows')) as source:
        stream = pa.ipc.open_stream(source).read_all()
    stream.validate(full=True)
    again = pq.ParquetFile(os.path.join(folder, name + '.again.parquet')).read()
    judge = pq.ParquetFile(os.path.join(folder, name + '.parquet')).read()
    for other, what in ((stream, 'stream'), (again, 'file')):
        if other.column_names != judge.column_names:
            return '%s: columns %s, not %s' % (what, other.column_names, judge.column_names)
        for i, field in enumerate(judge.column_names):
            ours, theirs = column(other, i), column(judge, i)
            if ours != theirs:
                at = next((k for k, (a, b) in enumerate(zip(ours, theirs)) if a != b), min(len(ours), len(theirs)))
                pair = (str(ours[at : at + 1])[:200], str(theirs[at : at + 1])[:200])
                return '%s: %s, row %d: %s, not %s' % (what, field, at, *pair)
    return None


for file in sorted(os.listdir(sys.argv[1])):
    if not file.endswith('.arrows'):
        continue
    name = file[: -len('.arrows')]
    try:
        result = fault(sys.argv[1], name)
    except Exception as error:
        result = '%s: %s' % (type(error).__name__, error)
    print(json.dumps({'name': name, 'fault': result}))
