/** Runs the CLI in the test's own process, with streams in memory. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { run } from '../src/run.js';

export interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly terminal?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Called with each chunk of stdout; may throw to break the pipe. */
  readonly onOutput?: (text: string) => void;
}

export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<Result> {
  const collect = (onText?: (text: string) => void): { stream: Writable & { isTTY?: boolean }; text: () => string } => {
    let all = '';
    const stream: Writable & { isTTY?: boolean } = new Writable({
      decodeStrings: false,
      write: (chunk, _, done) => {
        all += String(chunk);
        try {
          onText?.(String(chunk));
          done();
        } catch (error) {
          done(error as Error);
        }
      },
    });
    if (options.terminal === true) stream.isTTY = true;
    return { stream, text: () => all };
  };
  const stdout = collect(options.onOutput);
  const stderr = collect();
  const code = await run(args, {
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: options.env ?? {},
    signal: options.signal ?? new AbortController().signal,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

// Test files that run in the same process share this folder.
const folder = mkdtempSync(join(process.env['MARQUETRY_SCRATCH'] as string, 'cli-'));
let files = 0;

/** Writes a file that is removed after the tests, and returns its path. */
export function fileOf(bytes: Uint8Array): string {
  const path = join(folder, `${files++}.parquet`);
  writeFileSync(path, bytes);
  return path;
}
