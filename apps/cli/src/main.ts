/** The entry point of the executable: connects the process's streams and signals, and sets the exit code. */
import { constants } from 'node:os';
import { Interrupted } from './failure.js';
import { run } from './run.js';

const interrupted = new AbortController();
// Each of these signals ends the run in the same way: unfinished output files are removed.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    const reason = new Interrupted(constants.signals[name]);
    // A second signal ends the process at once.
    if (interrupted.signal.aborted) process.exit(reason.exitCode);
    interrupted.abort(reason);
  });
}

const code = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  signal: interrupted.signal,
});
// Exit without waiting for the output to be read: only an interrupted run may have unwritten output.
process.exit(code);
