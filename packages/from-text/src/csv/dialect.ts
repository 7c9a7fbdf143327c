/**
 * Finds the delimiter of a CSV file.
 */
import { ParquetError } from '@marquetry/core';
import { createCells, scanRecord } from './scan-record.js';

/** The delimiters to try, in order of preference. */
const candidates: readonly string[] = [',', '\t', ';', '|'];
/** Number of records to split with each delimiter. */
const comparedRecords = 200;

/**
 * Checks a delimiter, and returns its byte value.
 * @throws ParquetError INVALID_ARGUMENT for text that is not a single ASCII character, and for a quote, a line end or
 * NUL.
 */
export function delimiterByte(delimiter: string): number {
  const byte = delimiter.charCodeAt(0);
  if (delimiter.length === 1 && byte <= 0x7f && !'"\n\r\0'.includes(delimiter)) return byte;
  const rule = '`delimiter` must be one ASCII character other than a quote or line end';
  throw new ParquetError('INVALID_ARGUMENT', `${rule}, got ${JSON.stringify(delimiter)}`);
}

/**
 * Detects the delimiter. Returns the one of `, TAB ; |` that splits the most records into as many cells as the first
 * record, which must have at least two cells. If several delimiters are equally good, returns the one that yields the
 * most cells. Returns a comma if none of them splits the first record.
 */
export function sniffDelimiter(bytes: Uint8Array, from: number, to: number, isEnd: boolean): string {
  let best = ',';
  let most = 0;
  let bestCells = 0;
  for (const candidate of candidates) {
    const { records, cells } = countAlike(bytes, from, to, isEnd, candidate.charCodeAt(0));
    if (cells < 2 || records < most || (records === most && cells <= bestCells)) continue;
    best = candidate;
    most = records;
    bestCells = cells;
  }
  return best;
}

interface Alike {
  /** Number of records with as many cells as the first record. */
  readonly records: number;
  /** Number of cells in the first record. */
  readonly cells: number;
}

function countAlike(bytes: Uint8Array, from: number, to: number, isEnd: boolean, delimiter: number): Alike {
  const scanned = createCells(0, 0);
  let first = 0;
  let alike = 0;
  let at = from;
  for (let record = 0; record < comparedRecords && at < to; record++) {
    const next = scanRecord(bytes, at, to, isEnd, delimiter, scanned);
    if (next < 0) break;
    const isEmpty = scanned.textEnd === at;
    at = next;
    if (isEmpty) continue;
    if (first === 0) first = scanned.count;
    if (scanned.count === first && scanned.fault === '') alike++;
  }
  return { records: alike, cells: first };
}
