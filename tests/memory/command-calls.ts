/**
 * Runs the command line in this process; its output is counted and dropped.
 */
import { rmSync } from 'node:fs';
import { Writable } from 'node:stream';
import { type ErrorCode, ParquetError } from '@marquetry/core';
import { run } from '../../apps/cli/src/run.js';

/** The arguments of each command by the name of its call; `out` is a path to write to. */
const commands: Readonly<Record<string, (path: string, out: string) => readonly string[]>> = {
  'cli-cat': (path) => ['cat', path],
  'cli-verify': (path) => ['verify', path],
  'cli-sizes': (path) => ['sizes', path, '--codec', 'SNAPPY'],
  'cli-rewrite': (path, out) => ['rewrite', path, out],
};

export const commandCalls: readonly string[] = Object.keys(commands);

function sink(onText: (text: string) => void): Writable {
  return new Writable({
    write: (chunk: Buffer | string, _, done) => {
      onText(chunk.toString().slice(0, 1000));
      done();
    },
  });
}

/**
 * Runs a command on the file at `path`; returns the pieces that it printed.
 * @throws ParquetError with the code that the command printed; the reason of `signal`.
 */
export async function runCommand(
  name: string,
  path: string,
  signal: AbortSignal,
  progress: () => void,
): Promise<number> {
  const argumentsOf = commands[name];
  if (argumentsOf === undefined) throw new Error(`there is no call ${name}`);
  const out = `${path}.${name}`;
  let pieces = 0;
  let messages = '';
  const stdout = sink(() => {
    pieces++;
    progress();
  });
  const stderr = sink((text) => {
    messages += text;
  });
  try {
    const code = await run(argumentsOf(path, out), { stdout, stderr, env: {}, signal });
    if (code === 0) return pieces;
    signal.throwIfAborted();
    const [, found, message = messages] = /marquetry: ([A-Z_]+): (.*)/.exec(messages) ?? [];
    if (found === undefined) throw new Error(`exit code ${code}: ${messages}`);
    throw new ParquetError(found as ErrorCode, message);
  } finally {
    rmSync(out, { force: true });
  }
}
