"""Tables whose Arrow types Parquet cannot state.

    arrow_schema.py write FOLDER     writes NAME.parquet with pyarrow and polars
    arrow_schema.py check FOLDER     compares NAME.again.parquet, which Marquetry wrote from what it read, with NAME.parquet: prints one
                                     line of JSON per name, {"name", "fault"}; `fault` is null if types, metadata and values are equal
"""
import datetime
import decimal
import json
import os
import sys

import pyarrow as pa
import pyarrow.parquet as pq

try:
    import polars
except ImportError:
    polars = None

ROWS = 40


def spread(values):
    """Repeats values, with a null at every fifth place."""
    return [None if i % 5 == 4 else values[i % len(values)] for i in range(ROWS)]


def pyarrow_tables():
    texts = spread(['a', 'bee', 'a longer text of more than twelve bytes', ''])
    raw = [None if text is None else text.encode() for text in texts]
    times = spread([datetime.datetime(2024, 3, 31, 1, 30, tzinfo=datetime.timezone.utc), datetime.datetime(1969, 1, 1, tzinfo=datetime.timezone.utc)])
    units = ('s', 'ms', 'us', 'ns')
    yield 'durations', pa.table({unit: pa.array(spread([0, -5, 2**40]), pa.duration(unit)) for unit in units})
    yield 'zones', pa.table({
        zone + unit: pa.array(times, pa.timestamp(unit, tz=zone)) for zone in ('UTC', 'Europe/Berlin', '+05:30') for unit in ('ms', 'us', 'ns')
    })
    yield 'large', pa.table({'text': pa.array(texts, pa.large_string()), 'raw': pa.array(raw, pa.large_binary())})
    yield 'views', pa.table({'text': pa.array(texts, pa.string_view()), 'raw': pa.array(raw, pa.binary_view())})
    indices = pa.array(spread([0, 1, 2, 3]), pa.int32())
    dictionary = pa.array(['a', 'bee', 'sea', ''])
    yield 'dictionaries', pa.table({
        'text': pa.DictionaryArray.from_arrays(indices, dictionary),
        'ordered': pa.DictionaryArray.from_arrays(indices, dictionary, ordered=True),
    })
    wide = spread([decimal.Decimal('1.50'), decimal.Decimal('-0.01')])
    yield 'decimals', pa.table({'wide': pa.array(wide, pa.decimal256(20, 2)), 'narrow': pa.array(wide, pa.decimal128(9, 2))})
    pairs = spread([[1, 2, 3], [4, 5, 6], [7, None, 9]])
    yield 'lists', pa.table({
        'fixed': pa.array(pairs, pa.list_(pa.int32(), 3)),
        'large': pa.array(spread([[], ['a'], ['b', None]]), pa.large_list(pa.string())),
        'plain': pa.array(spread([[], ['a'], ['b', None]]), pa.list_(pa.string())),
    })
    inner = pa.struct([('took', pa.duration('us')), ('at', pa.timestamp('us', tz='Asia/Tokyo')), ('text', pa.large_string())])
    rows = spread([{'took': datetime.timedelta(seconds=3), 'at': times[0], 'text': 'x'}, {'took': None, 'at': None, 'text': 'y'}])
    yield 'nested', pa.table({
        'struct': pa.array(rows, inner),
        'list': pa.array(spread([rows[:2], [], [None]]), pa.list_(inner)),
        'map': pa.array(spread([[('k', datetime.timedelta(seconds=1))], []]), pa.map_(pa.string(), pa.duration('ms'))),
    })
    # Registered in pyarrow, so its name must survive.
    yield 'extensions', pa.table({'flag': pa.array([0, 1, None, 5] * 10, pa.int8()).cast(pa.int8()), 'tensor': tensor()})
    described = pa.schema([pa.field('a', pa.int32(), metadata={'unit': 'm'}), pa.field('b', pa.duration('s'), nullable=False)], {'owner': 'us'})
    yield 'metadata', pa.table([pa.array(spread([1, 2]), pa.int32()), pa.array([1] * ROWS, pa.duration('s'))], schema=described)


def tensor():
    kind = pa.fixed_shape_tensor(pa.float32(), [2])
    return pa.ExtensionArray.from_storage(kind, pa.array([[float(i), 0.5] for i in range(ROWS)], kind.storage_type))


def polars_frames():
    texts = spread(['a', 'bee', 'sea'])
    hour = datetime.timedelta(hours=1)
    noon = datetime.datetime(2024, 7, 1, 12)
    frame = polars.DataFrame({'text': texts, 'took': spread([hour, -hour]), 'at': spread([noon]), 'rows': spread([1, 2])})
    yield 'polars-flat', frame.with_columns(
        polars.col('text').cast(polars.Categorical).alias('category'),
        polars.col('text').cast(polars.Enum(['a', 'bee', 'sea'])).alias('enumeration'),
        polars.col('at').dt.replace_time_zone('America/New_York').alias('zoned'),
        polars.col('text').cast(polars.Binary).alias('raw'),
    )
    yield 'polars-nested', polars.DataFrame({
        'list': spread([[hour], [], [None, hour]]),
        'struct': spread([{'took': hour, 'text': 'x'}, {'took': None, 'text': None}]),
    }).with_columns(polars.Series('array', [[i, i + 1] for i in range(ROWS)], dtype=polars.Array(polars.Int32, 2)))


def write(folder):
    for name, table in pyarrow_tables():
        pq.write_table(table, os.path.join(folder, name + '.parquet'), row_group_size=16)
    if polars is not None:
        for name, frame in polars_frames():
            frame.write_parquet(os.path.join(folder, name + '.parquet'))


def fault(name, one, two):
    if name.startswith('polars'):
        before, after = polars.read_parquet(one), polars.read_parquet(two)
        if before.schema != after.schema:
            return '%s, not %s' % (after.schema, before.schema)
        return None if before.equals(after) else 'other values'
    before, after = pq.read_table(one), pq.read_table(two)
    before.validate(full=True)
    after.validate(full=True)
    if not after.schema.equals(before.schema, check_metadata=True):
        return '%s, not %s' % (after.schema, before.schema)
    return None if before.equals(after) else 'other values'


if sys.argv[1] == 'write':
    write(sys.argv[2])
else:
    for file in sorted(os.listdir(sys.argv[2])):
        if not file.endswith('.again.parquet'):
            continue
        name = file[: -len('.again.parquet')]
        try:
            found = fault(name, os.path.join(sys.argv[2], name + '.parquet'), os.path.join(sys.argv[2], file))
        except Exception as error:
            found = '%s: %s' % (type(error).__name__, error)
        print(json.dumps({'name': name, 'fault': found}))
