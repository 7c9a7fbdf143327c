/**
 * The bin: the process's streams and signals, and the exit code.
 */
import { constants } from 'node:os';
import { Interrupted } from './failure.js';
import { run } from './run.js';

const interrupted = new AbortController();
// Each ends the run in the same way: what it has not finished writing is removed.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    const reason = new Interrupted(constants.signals[name]);
    // A second one does not wait.
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
// What a reader has not taken must not keep an interrupted program alive; else all is written by now.
process.exit(code);
