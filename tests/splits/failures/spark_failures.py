"""Runs splits on Spark, and kills an executor: `spark_failures.py EXAMPLE`. One request per line on standard input, one answer per line."""
import json, os, signal, subprocess, sys, threading, time

sys.path.insert(0, sys.argv[1])
import run as example  # examples/spark/run.py


def executors():
    """Returns the ids of the executor processes of this program's workers."""
    found = subprocess.run(["ps", "-eo", "pid,ppid,args"], stdout=subprocess.PIPE, encoding="utf8").stdout.splitlines()[1:]
    rows = [line.split(None, 2) for line in found]
    workers = {pid for pid, parent, args in rows if parent == str(os.getpid()) and "deploy.worker.Worker" in args}
    return [int(pid) for pid, parent, args in rows if parent in workers and "CoarseGrainedExecutorBackend" in args]


def kill_one(out, parts, ended):
    """Kills an executor when there are so many outputs. Returns its id."""
    folder = os.path.join(out, "_parts")
    while not ended.is_set():
        if os.path.isdir(folder) and sum(name.endswith(".parquet") for name in os.listdir(folder)) >= parts:
            for pid in executors()[:1]:
                os.kill(pid, signal.SIGKILL)
                return pid
        time.sleep(0.02)


with example.standalone() as url:
    spark = example.session(url)
    for line in sys.stdin:
        request = json.loads(line)
        out = request["out"]
        lines = example.run("splits", "plan", request["source"], "--where", request["where"],
                            "--target-bytes", request["targetBytes"]).splitlines()
        ended, killed = threading.Event(), []
        killer = threading.Thread(target=lambda: killed.append(kill_one(out, request["parts"], ended)))
        killer.start()
        results = example.execute(spark, lines, out)
        ended.set()
        killer.join()
        example.run("splits", "commit", "-", out, "--mode", "one-file", text="\n".join(results))
        print(json.dumps({"killed": killed[0]}), flush=True)
    spark.stop()
