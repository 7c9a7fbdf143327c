/**
 * Splits the JSON that has been read so far into the text of each value: lines of NDJSON, or elements of an array.
 *
 *   {"a": 1}\n {"a": 2}\n          one value per line
 *   [ {"a": 1}, {"a": 2} ]         one value per element, over any number of lines
 */
import { ParquetError } from '@marquetry/core';
import type { TextWindow } from '../input/text-window.js';
import { isUtf8, textOf } from '../input/utf8.js';

/** The text of a value, and the line on which it starts. */
export interface ValueText {
  readonly text: string;
  readonly line: number;
}

interface CutValues {
  readonly values: readonly ValueText[];
  /** The offset of the first byte that has not been processed. */
  readonly end: number;
  /** Number of line ends between the start of the window and `end`. */
  readonly lines: number;
}

/**
 * Splits off all complete JSON values in a {@link TextWindow}.
 * @throws ParquetError CORRUPT or TRUNCATED, with the line number in the message.
 */
export type CutWindow = (window: CuttableWindow) => CutValues;

export type CuttableWindow = Pick<TextWindow, 'bytes' | 'from' | 'to' | 'isEnd' | 'line' | 'file'>;

const lf = 0x0a;

/** Splits NDJSON: returns one value per line, and skips empty lines. */
export const cutLines: CutWindow = (window) => {
  const { bytes, from, to, isEnd, line } = window;
  const end = isEnd ? to : bytes.subarray(from, to).lastIndexOf(lf) + 1 + from;
  requireUtf8(window, end);
  const texts = textOf(bytes, from, end).split('\n');
  const values: ValueText[] = [];
  for (const [i, text] of texts.entries()) if (text.trim() !== '') values.push({ text, line: line + i });
  return { values, end, lines: texts.length - 1 };
};

/** Creates a function that splits an array into its elements. The function has state, so create one for each file. */
export function createElementCutter(): CutWindow {
  let state: 'start' | 'first' | 'element' | 'separator' | 'end' = 'start';
  return (window) => {
    const { bytes, to, isEnd, file } = window;
    const values: ValueText[] = [];
    let at = window.from;
    let { line } = window;
    const fault = (code: 'CORRUPT' | 'TRUNCATED', reason: string): ParquetError =>
      new ParquetError(code, `line ${line}: ${reason}`, { ...(file.name !== undefined && { file: file.name }) });
    for (; at < to; ) {
      const byte = bytes[at] as number;
      if (byte === lf) line++;
      if (byte === lf || byte === 0x20 || byte === 0x09 || byte === 0x0d) at++;
      else if (state === 'start') {
        state = 'first';
        at++;
      } else if (state === 'end') throw fault('CORRUPT', 'there is text after the closing bracket of the array');
      else if (byte === 0x5d && state !== 'element') {
        state = 'end';
        at++;
      } else if (state === 'separator') {
        if (byte !== 0x2c) throw fault('CORRUPT', 'array elements must be separated by commas');
        state = 'element';
        at++;
      } else {
        const end = elementEnd(bytes, at, to);
        if (end < 0) break;
        const text = textOf(bytes, at, end);
        values.push({ text, line });
        for (let i = at; i < end; i++) if (bytes[i] === lf) line++;
        state = 'separator';
        at = end;
      }
    }
    requireUtf8(window, at);
    if (isEnd && (at < to || state !== 'end')) throw fault('TRUNCATED', 'the array has no closing bracket');
    return { values, end: at, lines: line - window.line };
  };
}

/**
 * Returns the end of the value at `start`; -1 if the value does not end before `to`. Counts brackets without
 * distinguishing `[` from `{`: the parser checks that they match.
 */
function elementEnd(bytes: Uint8Array, start: number, to: number): number {
  let depth = 0;
  for (let at = start; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === 0x22) {
      at = stringEnd(bytes, at, to);
      if (at < 0) return -1;
    } else if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d || byte === 0x5d) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (byte === 0x2c && depth === 0) return at;
  }
  return -1;
}

/** Returns the offset of the quote that closes a string; -1 if there is none before `to`. */
function stringEnd(bytes: Uint8Array, start: number, to: number): number {
  for (let at = start + 1; at < to; at++) {
    const byte = bytes[at];
    if (byte === 0x5c) at++;
    else if (byte === 0x22) return at;
  }
  return -1;
}

/** True if the first character that is not white space is `[`. */
export function isArrayText({ bytes, from, to }: CuttableWindow): boolean {
  let at = from;
  while (at < to && (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === lf || bytes[at] === 0x0d)) at++;
  return bytes[at] === 0x5b && at < to;
}

function requireUtf8({ bytes, from, line, file }: CuttableWindow, end: number): void {
  if (isUtf8(bytes, from, end)) return;
  throw new ParquetError('CORRUPT', `line ${line} or a later line is not UTF-8: convert the file to UTF-8 first`, {
    ...(file.name !== undefined && { file: file.name }),
  });
}
