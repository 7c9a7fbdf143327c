/**
 * The bin: the process's streams and signals, and the exit code.
 */
import { run } from './run.js';

const interrupted = new AbortController();
process.on('SIGINT', () => {
  // A second Ctrl-C does not wait.
  if (interrupted.signal.aborted) process.exit(130);
  interrupted.abort();
});

const code = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  signal: interrupted.signal,
});
// What a reader has not taken must not keep an interrupted program alive; else all is written by now.
process.exit(code);
