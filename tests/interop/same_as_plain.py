"""Compares pairs of files of a folder: NAME.parquet must have the values of NAME.plain, as read by the reader in the first argument.

python3 same_as_plain.py pyarrow|polars|spark FOLDER prints a line of JSON a pair: {"name", "answer"}, where the answer is
"equal", "different", "refused: ..." (NAME.parquet only) or "unread: ..." (NAME.plain too: the reader lacks the type).
"""
import json
import os
import sys


def pyarrow():
    import pyarrow.parquet as pq

    def read(path):
        # Not a dataset: the name of the folder must not become a column.
        return pq.ParquetFile(path).read()

    return read, lambda a, b: a.equals(b)


def polars():
    import polars as pl

    return pl.read_parquet, lambda a, b: a.equals(b)


def spark():
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master('local[1]')
        .config('spark.ui.enabled', 'false')
        .config('spark.sql.session.timeZone', 'UTC')
        .config('spark.sql.legacy.parquet.nanosAsLong', 'true')
        .config('spark.sql.files.ignoreCorruptFiles', 'false')
        .getOrCreate()
    )
    session.sparkContext.setLogLevel('OFF')

    def read(path):
        # Whole rows as text: what Spark's reader makes of them, without Python's limits on dates.
        frame = session.read.parquet(path)
        return [row[0] for row in frame.selectExpr('to_json(struct(*)) AS text').collect()]

    return read, lambda a, b: a == b


read, same = {'pyarrow': pyarrow, 'polars': polars, 'spark': spark}[sys.argv[1]]()
folder = sys.argv[2]


def answer(name):
    path = os.path.join(folder, name)
    try:
        plain = read(path + '.plain')
    # A panic of polars is a BaseException.
    except BaseException as error:
        return 'unread: %s' % first_line(error)
    try:
        return 'equal' if same(read(path + '.parquet'), plain) else 'different'
    except BaseException as error:
        return 'refused: %s' % first_line(error)


def first_line(error):
    lines = [line for line in str(error).splitlines() if line.strip()] or ['']
    return '%s: %s' % (type(error).__name__, lines[0][:300])


for entry in sorted(os.listdir(folder)):
    if entry.endswith('.parquet'):
        name = entry[: -len('.parquet')]
        print(json.dumps({'name': name, 'answer': answer(name)}), flush=True)
