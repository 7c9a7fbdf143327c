"""Filters and rewrites Parquet files with Spark: `python3 run.py SRC... OUT [--where PREDICATE] [--columns a,b] [--target-bytes N]`.

    marquetry splits plan -> RDD of lines -> pipe: marquetry splits exec, in each executor -> marquetry splits commit: OUT/data.parquet

Starts Spark standalone (`pip install pyspark`, and Java): a master and two workers of one core. `--master URL` uses a cluster instead, whose
machines have Node, read the sources and write OUT. MARQUETRY is the command; default `npx marquetry`.
"""
import argparse, contextlib, json, os, shlex, socket, subprocess, sys, tempfile, time
import pyspark
from pyspark.sql import SparkSession

marquetry = os.environ.get("MARQUETRY", "npx marquetry")
home = os.path.dirname(pyspark.__file__)


def run(*args, text=None):
    """Runs a command of marquetry, and returns its output."""
    done = subprocess.run([*shlex.split(marquetry), *args], input=text, stdout=subprocess.PIPE, encoding="utf8")
    return done.stdout if done.returncode == 0 else sys.exit(done.returncode)


@contextlib.contextmanager
def standalone(workers=2):
    """Starts a master and workers, and yields the URL of the master."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"spark://127.0.0.1:{port}"
    folder = tempfile.TemporaryDirectory(prefix="splits-spark-")
    env = {**os.environ, "SPARK_HOME": home, "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    command = [os.path.join(home, "bin", "spark-class"), "org.apache.spark.deploy"]
    log = open(os.path.join(folder.name, "log"), "w")

    def start(name, *args):
        return subprocess.Popen([command[0], f"{command[1]}.{name}", *args], env=env, cwd=folder.name, stdout=log, stderr=log)

    running = [start("master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0")]
    try:
        for _ in range(300):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.2)
        for n in range(workers):
            running.append(start("worker.Worker", "--cores", "1", "--memory", "700m", "--webui-port", "0",
                                 "--work-dir", os.path.join(folder.name, f"worker-{n}"), url))
        yield url
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait()
        folder.cleanup()


def session(url, cores=2):
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    settings = {"spark.executor.memory": "500m", "spark.cores.max": cores, "spark.task.maxFailures": 4, "spark.ui.enabled": "false",
                "spark.driver.host": "127.0.0.1", "spark.log.level": "ERROR"}
    return SparkSession.builder.master(url).appName("splits").config(map=settings).getOrCreate()


def execute(spark, lines, out):
    """Executes splits. Each task starts a process, which compiles its code, so a core gets one task, or several tasks of at least 12 splits. With
    checkCode, Spark runs a task again if its process dies; without it, the results of the task are lost."""
    cores = spark.sparkContext.defaultParallelism
    tasks = max(1, min(len(lines), cores * max(1, len(lines) // (12 * cores))))
    lines = sorted(lines, key=lambda line: -json.loads(line)["estimate"]["bytes"])  # each task gets large and small splits
    lines = [line for task in range(tasks) for line in lines[task::tasks]]
    pipe = f"{marquetry} splits exec --output {shlex.quote(out)} --codec SNAPPY"
    return spark.sparkContext.parallelize(lines, tasks).pipe(pipe, env=dict(os.environ), checkCode=True).collect()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs="+", metavar="SRC... OUT")
    for name in ("--where", "--columns", "--target-bytes", "--master"):
        parser.add_argument(name)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    *sources, out = [os.path.abspath(path) for path in args.paths]
    options = [text for name in ("where", "columns", "target_bytes") if getattr(args, name)
               for text in ("--" + name.replace("_", "-"), getattr(args, name))]
    lines = run("splits", "plan", *sources, *options).splitlines()
    with contextlib.nullcontext(args.master) if args.master else standalone(args.workers) as url:
        spark = session(url, args.workers)
        spark.sparkContext.parallelize(range(args.workers), args.workers).count()
        print("the executors have started", flush=True)
        start = time.monotonic()
        results = execute(spark, lines, out)
        print(f"the execution took {time.monotonic() - start:.2f} s", flush=True)
        run("splits", "commit", "-", out, "--mode", "one-file", text="\n".join(results))
        rows = spark.read.parquet(os.path.join(out, "data.parquet")).count()  # by Spark's own reader
        print(f"{len(lines)} splits, {rows} rows: {os.path.join(out, 'data.parquet')}")
        spark.stop()


if __name__ == "__main__":
    main()
