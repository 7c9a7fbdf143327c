/**
 * Finds where the cells of a CSV record (RFC 4180) start and end.
 *
 *   1,"a ""b"", c",,x\r\n        cells 1 | a ""b"", c (escaped) | (empty) | x
 *
 * Line ends are LF or CRLF. Quotes inside a cell that does not start with a quote are ordinary characters.
 */

const lf = 0x0a;
const cr = 0x0d;
const quote = 0x22;

/** The form of a cell that is not in quotes. */
export const Plain = 0;
const Quoted = 1;
/** The form of a quoted cell that contains quotes, each written twice. */
export const Escaped = 2;

/**
 * The cells of the last record that was scanned. Starting at index `first`, each array holds one entry per cell, but at
 * most `most` entries.
 */
export interface Cells {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly kinds: Uint8Array;
  /** The index at which the cells of the next record are stored. */
  first: number;
  /** Maximum number of cells to store per record. Further cells are only counted. */
  readonly most: number;
  /** Number of cells in the record. */
  count: number;
  /** Number of line ends inside the cells of the record. */
  innerLines: number;
  /** The offset at which the text of the record ends, before its line end. */
  textEnd: number;
  fault: '' | 'unclosed' | 'text after quote';
}

/** Allocates memory for `capacity` cells, with at most `most` cells per record. */
export function createCells(capacity: number, most: number): Cells {
  return {
    starts: new Int32Array(capacity),
    ends: new Int32Array(capacity),
    kinds: new Uint8Array(capacity),
    ...{ first: 0, most, count: 0, innerLines: 0, textEnd: 0, fault: '' },
  };
}

/**
 * Scans the record at `start`, and returns the offset at which the next record starts. Returns -1 if the record may
 * continue after `to`: no line end was found, and `isEnd` is false.
 */
export function scanRecord(
  bytes: Uint8Array,
  start: number,
  to: number,
  isEnd: boolean,
  delimiter: number,
  cells: Cells,
): number {
  const { starts, ends, kinds, first, most } = cells;
  const highest = delimiter > cr ? delimiter : cr;
  let at = start;
  let count = 0;
  let innerLines = 0;
  let fault: Cells['fault'] = '';
  for (;;) {
    let from = at;
    let end: number;
    let kind: number = Plain;
    let byte = at < to ? (bytes[at] as number) : -1;
    if (byte === quote) {
      kind = Quoted;
      from = ++at;
      for (;;) {
        for (; at < to; at++) {
          byte = bytes[at] as number;
          if (byte > quote) continue;
          if (byte === quote) break;
          if (byte === lf) innerLines++;
        }
        if (at === to || (at + 1 === to && !isEnd)) {
          if (!isEnd) return -1;
          fault = 'unclosed';
          end = at;
          break;
        }
        if (at + 1 < to && bytes[at + 1] === quote) {
          kind = Escaped;
          at += 2;
          continue;
        }
        end = at++;
        break;
      }
      byte = at < to ? (bytes[at] as number) : -1;
      const isAfter = byte !== delimiter && byte !== lf && byte !== -1 && !(byte === cr && endsLine(bytes, at, to));
      if (isAfter && fault === '') fault = 'text after quote';
    } else end = at;
    byte = -1;
    for (; at < to; at++) {
      const next = bytes[at] as number;
      // Most bytes are greater than every byte that can end a cell, so one comparison usually suffices.
      if (next > highest || (next !== delimiter && next !== lf && next !== cr)) continue;
      if (next === cr) {
        if (at + 1 === to && !isEnd) return -1;
        if (!endsLine(bytes, at, to)) continue;
      }
      byte = next;
      break;
    }
    if (kind === Plain) end = at;
    if (byte === -1 && !isEnd) return -1;
    if (count < most) {
      starts[first + count] = from;
      ends[first + count] = end;
      kinds[first + count] = kind;
    }
    count++;
    if (byte === delimiter) {
      at++;
      continue;
    }
    cells.count = count;
    cells.innerLines = innerLines;
    cells.textEnd = at;
    cells.fault = fault;
    if (byte === -1) return at;
    return byte === cr && at + 1 < to ? at + 2 : at + 1;
  }
}

/** True if the CR at `at` ends a line: it is followed by an LF, or by the end of the file. */
function endsLine(bytes: Uint8Array, at: number, to: number): boolean {
  return at + 1 >= to || bytes[at + 1] === lf;
}
