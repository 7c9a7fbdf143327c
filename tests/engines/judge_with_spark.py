"""Filters a file with Spark and compares the rows with those of a result: `judge_with_spark.py SRC PREDICATE RESULT`. Prints the number of rows."""
import sys
from pyspark.sql import SparkSession, functions as f

source, predicate, result = sys.argv[1:]
spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.log.level", "ERROR")
         .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1").getOrCreate())


def facts(rows):
    """Returns the number of rows and the sum of their hashes, which does not depend on their order."""
    hashes = f.sum(f.xxhash64(*[f.col(name) for name in rows.columns]).cast("decimal(38,0)"))
    return tuple(rows.agg(f.count("*"), hashes).first())


expected, found = facts(spark.read.parquet(source).where(predicate)), facts(spark.read.parquet(result))
spark.stop()
if expected != found:
    sys.exit(f"Spark finds {expected} in the source, but {found} in the result")
print(found[0])
