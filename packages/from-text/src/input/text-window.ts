/**
 * A window: the part of a file that is in memory. Bytes from the stream are appended at its end, and processed records
 * are removed from its start.
 *
 *   bytes   .... [ from: bytes not yet split into records ][ to: free memory .... ]
 */
import { ParquetError } from '@marquetry/core';
import { openPortions, type Portions } from './portions.js';
import type { TextFile } from './text-input.js';

/** Number of bytes to read before splitting them into records. */
const windowBytes = 2 ** 20;

export interface TextWindow {
  readonly file: TextFile;
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
  /** True if the file ends at `to`. */
  readonly isEnd: boolean;
  /** The line number of the byte at `from`, counted from 1. */
  readonly line: number;
  /** Number of bytes of the file before `from`. */
  readonly position: number;
  /** Removes processed records: moves `from` to `to`, and adds `lines` to `line`. */
  take(to: number, lines: number): void;
  /**
   * Reads until `wanted` bytes (default 1 MiB) are available, or the file ends. May replace `bytes` with another array.
   * @throws ParquetError LIMIT if `wanted` is absent and the record at `from` is longer than `recordBytes`; CORRUPT for
   * text in UTF-16 or with NUL characters. Rethrows errors from the stream and the signal's abort reason.
   */
  fill(wanted?: number): Promise<void>;
  close(): Promise<void>;
}

export interface WindowOptions {
  readonly recordBytes: number;
  readonly signal: AbortSignal | undefined;
}

export async function openWindow(file: TextFile, { recordBytes, signal }: WindowOptions): Promise<TextWindow> {
  const portions: Portions = await openPortions(file, signal);
  let bytes = new Uint8Array(2 * windowBytes);
  let from = 0;
  let to = 0;
  let line = 1;
  let position = 0;
  let isEnd = false;
  let isChecked = false;
  /**
   * True if no record has been removed since the last call of `fill`, so the record at `from` is longer than the bytes
   * in memory.
   */
  let isStuck = false;

  const place = file.name === undefined ? {} : { file: file.name };
  const append = (portion: Uint8Array): void => {
    if (to + portion.length > bytes.length) {
      const waiting = to - from;
      const needed = waiting + portion.length;
      const target = needed > bytes.length ? new Uint8Array(2 * needed) : bytes;
      target.set(bytes.subarray(from, to));
      bytes = target;
      from = 0;
      to = waiting;
    }
    bytes.set(portion, to);
    to += portion.length;
  };
  return {
    file,
    get bytes() {
      return bytes;
    },
    get from() {
      return from;
    },
    get to() {
      return to;
    },
    get isEnd() {
      return isEnd;
    },
    get line() {
      return line;
    },
    get position() {
      return position;
    },
    take: (end, lines) => {
      if (end > from) isStuck = false;
      position += end - from;
      from = end;
      line += lines;
    },
    fill: async (wanted) => {
      if (wanted === undefined && isStuck && to - from > recordBytes) {
        const reason = `line ${line}: the record is longer than ${recordBytes} bytes; check for a missing quote, or increase \`recordBytes\``;
        throw new ParquetError('LIMIT', reason, place);
      }
      const goal = wanted ?? (isStuck ? 2 * (to - from) : windowBytes);
      while (!isEnd && to - from < goal) {
        const portion = await portions.next();
        if (portion === undefined) isEnd = true;
        else append(portion);
      }
      isStuck = wanted === undefined;
      if (isChecked) return;
      isChecked = true;
      requireText(bytes, to, place);
      // Skip the UTF-8 byte order mark.
      if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf && to >= 3) from += 3;
    },
    close: () => portions.close(),
  };
}

/** Number of bytes at the start of a file that are searched for NUL characters. */
const searchedBytes = 4096;

/**
 * Checks that a file does not start like UTF-16 or a binary file.
 * @throws ParquetError CORRUPT for UTF-16, UTF-32 and binary files.
 */
function requireText(bytes: Uint8Array, to: number, place: { readonly file?: string }): void {
  const [first, second] = bytes;
  const isMarked = to >= 2 && ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff));
  const isBinary = bytes.subarray(0, Math.min(to, searchedBytes)).includes(0);
  if (!isMarked && !isBinary) return;
  const what = isMarked ? 'it is UTF-16' : 'it contains NUL characters';
  throw new ParquetError('CORRUPT', `the file must be UTF-8 text, but ${what}: convert the file first`, place);
}
