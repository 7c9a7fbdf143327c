/**
 * A stream to write to: waits for slow readers, and sees when they go.
 */
import type { Writable } from 'node:stream';
import picocolors from 'picocolors';
import { ClosedPipe } from '../failure.js';
import { printableRecords } from './printable.js';

export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

type Colors = ReturnType<typeof picocolors.createColors>;

export interface Output {
  readonly isTerminal: boolean;
  /** Characters a line, where it is a terminal. */
  readonly width: number;
  readonly colors: Colors;
  /** Resolves when more may be written. @throws ClosedPipe, or the reason of `stop`. */
  write(text: string): Promise<void>;
  /** {@link write} for JSON and CSV, which hold what a file holds: a terminal gets it with control characters escaped. */
  writeRecords(text: string): Promise<void>;
  /** Resolves when everything is written. */
  finish(): Promise<void>;
}

/** `stop`: aborted when the stream is closed from the other side; when aborted, writing ends at once. */
export function createOutput(
  stream: OutputStream,
  env: Readonly<Record<string, string | undefined>>,
  stop: AbortController | undefined,
): Output {
  const isTerminal = stream.isTTY === true;
  let failed: unknown;
  let wake = (): void => {};
  stream.on('error', (error: NodeJS.ErrnoException) => {
    failed ??= isClosed(error) ? new ClosedPipe() : error;
    stop?.abort(failed);
    wake();
  });
  stream.on('drain', () => wake());
  stop?.signal.addEventListener('abort', () => wake());

  const settled = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  const check = (): void => {
    stop?.signal.throwIfAborted();
    if (failed !== undefined) throw failed;
  };
  const write = async (text: string): Promise<void> => {
    check();
    if (text === '' || stream.write(text)) return;
    while (stream.writableNeedDrain && failed === undefined && stop?.signal.aborted !== true) await settled();
    check();
  };
  return {
    isTerminal,
    width: stream.columns ?? 80,
    colors: picocolors.createColors(wantsColors(isTerminal, env)),
    write,
    writeRecords: (text) => write(isTerminal ? printableRecords(text) : text),
    finish: async () => {
      check();
      if (stream.writableLength === 0) return;
      const written = new Promise<void>((resolve) => stream.write('', () => resolve()));
      await Promise.race([written, settled()]);
      check();
    },
  };
}

function isClosed({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_DESTROYED';
}

/** https://no-color.org, https://force-color.org. */
function wantsColors(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'] ?? '';
  if (forced !== '') return forced !== '0';
  return isTerminal && env['TERM'] !== 'dumb';
}
