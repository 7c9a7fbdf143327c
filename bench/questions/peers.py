# Runs a query with pyarrow or polars on one thread, and prints the milliseconds of some calls as JSON.
#   python3 peers.py LIBRARY '{"path": ..., "tests": [[column, operator, value] ...], "columns": [...], "sum": bool, "calls": 9}'
# A value is an integer, {"decimal": text} or {"date": text}.
import datetime
import decimal
import json
import operator
import os
import sys
import time

os.environ['POLARS_MAX_THREADS'] = '1'
library, task = sys.argv[1], json.loads(sys.argv[2])
operators = {'=': operator.eq, '<': operator.lt, '<=': operator.le, '>=': operator.ge}


def value_of(value):
    if isinstance(value, dict):
        if 'date' in value:
            return datetime.date.fromisoformat(value['date'])
        return decimal.Decimal(value['decimal'])
    return value


def condition(column_of):
    found = None
    for column, name, value in task['tests']:
        test = operators[name](column_of(column), value_of(value))
        found = test if found is None else found & test
    return found


if library == 'pyarrow':
    import pyarrow
    import pyarrow.compute as compute
    import pyarrow.dataset as dataset

    pyarrow.set_cpu_count(1)
    pyarrow.set_io_thread_count(1)
    version = pyarrow.__version__

    def run():
        table = dataset.dataset(task['path']).to_table(
            columns=task['columns'], filter=condition(dataset.field), use_threads=False)
        if task['sum']:
            return table.num_rows, compute.sum(compute.multiply(*[table[name] for name in task['columns']])).as_py()
        return table.num_rows, None
else:
    import polars

    version = polars.__version__

    def run():
        rows = polars.scan_parquet(task['path']).filter(condition(polars.col))
        if task['sum']:
            a, b = [polars.col(name).cast(polars.Float64) for name in task['columns']]
            found = rows.select(polars.len(), (a * b).sum()).collect()
            return found.row(0)
        return rows.select(task['columns']).collect().height, None

times = []
rows = 0
for _ in range(task['calls'] + 2):
    start = time.perf_counter()
    rows, _ = run()
    times.append(1000 * (time.perf_counter() - start))
print(json.dumps({'version': version, 'rows': rows, 'times': times[2:]}))
