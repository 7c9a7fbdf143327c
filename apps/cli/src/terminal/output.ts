/** Writes to a stream such as stdout: waits for a slow reader, and notices when the reader closes the pipe. */
import type { Writable } from 'node:stream';
import picocolors from 'picocolors';
import { ClosedPipe } from '../failure.js';
import { printableRecords } from './printable.js';

export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

type Colors = ReturnType<typeof picocolors.createColors>;

export interface Output {
  readonly isTerminal: boolean;
  /** Number of characters per line. */
  readonly width: number;
  /**
   * Maximum characters per line of a table; undefined if the output is not a terminal and the user has not set a width.
   */
  readonly tableWidth: number | undefined;
  readonly colors: Colors;
  /** Resolves when more may be written. @throws ClosedPipe, or the reason of `stop`. */
  write(text: string): Promise<void>;
  /**
   * Like {@link write}, for JSON and CSV with values from a file: on a terminal, control characters are escaped.
   */
  writeRecords(text: string): Promise<void>;
  /** Writes bytes unchanged. Resolves when their memory may be reused. */
  writeBytes(bytes: Uint8Array): Promise<void>;
  /** Resolves when everything has been written. */
  finish(): Promise<void>;
}

/**
 * Creates an output for a stream. Aborts `stop` when the reader closes the pipe, and stops writing when `stop` is
 * aborted.
 */
export function createOutput(
  stream: OutputStream,
  env: Readonly<Record<string, string | undefined>>,
  stop: AbortController | undefined,
): Output {
  const isTerminal = stream.isTTY === true;
  const asked = widthIn(env['COLUMNS']);
  const columns = asked ?? stream.columns;
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
    width: columns ?? 80,
    tableWidth: isTerminal ? (columns ?? 80) : asked,
    colors: picocolors.createColors(wantsColors(isTerminal, env)),
    write,
    writeRecords: (text) => write(isTerminal ? printableRecords(text) : text),
    writeBytes: async (bytes) => {
      check();
      if (bytes.length === 0) return;
      let isTaken = false;
      stream.write(bytes, () => {
        isTaken = true;
        wake();
      });
      while (!isTaken && failed === undefined && stop?.signal.aborted !== true) await settled();
      check();
    },
    finish: async () => {
      check();
      if (stream.writableLength === 0) return;
      const written = new Promise<void>((resolve) => stream.write('', () => resolve()));
      await Promise.race([written, settled()]);
      check();
    },
  };
}

/** Parses the environment variable COLUMNS, which sets the width when the output is not a terminal. */
function widthIn(text: string | undefined): number | undefined {
  const width = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 0;
  return width > 0 ? width : undefined;
}

/** The colors set by `--color` and the width set by `--width`. If one is undefined, that setting does not change. */
export interface Appearance {
  readonly color: 'always' | 'never' | undefined;
  readonly width: number | undefined;
}

/** Returns an output to the same stream, with other colors or another width. */
export function withAppearance(output: Output, { color, width }: Appearance): Output {
  return {
    ...output,
    ...(width !== undefined && { width, tableWidth: width }),
    ...(color !== undefined && { colors: picocolors.createColors(color === 'always') }),
  };
}

function isClosed({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_DESTROYED';
}

/** Returns true if the output should be colored, following https://no-color.org and https://force-color.org. */
function wantsColors(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'] ?? '';
  if (forced !== '') return forced !== '0';
  return isTerminal && env['TERM'] !== 'dumb';
}
