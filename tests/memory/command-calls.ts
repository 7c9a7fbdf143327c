/** Runs the command line in this process. Its output is counted and thrown away. */
import { rmSync } from 'node:fs';
import { Writable } from 'node:stream';
import { type ErrorCode, ParquetError } from '@marquetry/core';
import { run } from '../../apps/cli/src/run.js';

/** For each call, the arguments of its command. The command may write to the path `out`. */
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
 * Runs a command on the file at `path`. Returns how often it wrote to its output.
 * @throws ParquetError with the error code that the command printed, or the reason of `signal`.
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
