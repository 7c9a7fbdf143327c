# Rewrites Parquet files with another library: each line of stdin is WRITER IN OUT ROW_GROUP_ROWS. Prints one line for each.
import sys


def with_pyarrow(source, target, rows):
    import pyarrow.parquet as pq

    table = pq.read_table(source)
    filters = {name: True for name in ("s", "i32", "d18") if name in table.column_names}
    try:
        pq.write_table(
            table, target, row_group_size=rows, write_page_index=True, data_page_size=400, write_batch_size=16,
            bloom_filter_options=filters,
        )
    except TypeError:
        pq.write_table(table, target, row_group_size=rows, write_page_index=True, data_page_size=400, write_batch_size=16)


def with_polars(source, target, rows):
    import polars as pl

    frame = pl.read_parquet(source)
    frame.write_parquet(target, row_group_size=rows, data_page_size=400, statistics="full", compression="snappy")


writers = {"pyarrow": with_pyarrow, "polars": with_polars}
for line in sys.stdin:
    writer, source, target, rows = line.rstrip("\n").split("\t")
    try:
        writers[writer](source, target, int(rows))
        print("written", flush=True)
    except Exception as error:
        print("error " + str(error).replace("\n", " "), flush=True)
