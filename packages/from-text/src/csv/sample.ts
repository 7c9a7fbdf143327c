/**
 * Infers the delimiter, and the names and kinds of the columns, from the first records of a file.
 */
import { ParquetError } from '@marquetry/core';
import { createReject, type Reject } from '../bad-rows.js';
import type { TextWindow } from '../input/text-window.js';
import { textOf } from '../input/utf8.js';
import { type CellKind, kindOfCell, widerKind } from './cell-kind.js';
import { type Scratch, unescapeInto } from './cell-text.js';
import { type DecimalDigits, digitsOfCell, widerDigits } from './decimal-digits.js';
import { delimiterByte, sniffDelimiter } from './dialect.js';
import { isNullCell } from './nulls.js';
import type { CsvOptions } from './options.js';
import { createRecordCutter, faultOf, type Records } from './records.js';
import { createCells, Escaped, scanRecord } from './scan-record.js';

/** The columns of a file, inferred from its first records. */
export interface CsvSample {
  readonly delimiter: number;
  readonly hasHeader: boolean;
  readonly names: readonly string[];
  /** The kind of each column. */
  readonly kinds: readonly CellKind[];
  /**
   * If the `decimals` option is set, the digits that each column needs; undefined for a column that is not numeric or
   * has numbers with exponents. Otherwise empty.
   */
  readonly digits: readonly (DecimalDigits | undefined)[];
}

const mostColumns = 2 ** 14;
/** Maximum number of cells from which types are inferred. Wide tables are therefore sampled with fewer rows. */
const mostSampledCells = 2 ** 21;

/**
 * Infers column names and types from a {@link TextWindow} that contains the sample. Does not change the window. Returns
 * undefined if the file has no record.
 * @throws ParquetError LIMIT for more than 16,384 columns, and for a first record longer than the window; CORRUPT for
 * misplaced quotes in the first record, and for text that is not UTF-8.
 */
export function sampleCsv(window: TextWindow, options: CsvOptions, sampleRows: number): CsvSample | undefined {
  const { bytes, to, isEnd, file } = window;
  let { from } = window;
  const place = file.name === undefined ? {} : { file: file.name };
  const delimiter = delimiterByte(options.delimiter ?? sniffDelimiter(bytes, from, to, isEnd));
  const first = createCells(mostColumns, mostColumns);
  let lines = 0;
  for (;;) {
    if (from >= to) return undefined;
    const next = scanRecord(bytes, from, to, isEnd, delimiter, first);
    if (next < 0)
      throw new ParquetError(
        'LIMIT',
        'line 1: the first record is longer than `sampleBytes`: set a larger value',
        place,
      );
    // Empty lines before the first record are skipped.
    if (first.textEnd > from) break;
    from = next;
    lines++;
  }
  const { count } = first;
  if (count > mostColumns)
    throw new ParquetError('LIMIT', `the file has ${count} columns, but at most ${mostColumns} are allowed`, place);
  if (first.fault !== '') {
    throw new ParquetError('CORRUPT', `line ${lines + 1}: ${faultOf(first, count)}`, place);
  }
  const scratch: Scratch = { bytes: new Uint8Array(256) };
  const skip: Reject = createReject({ badRows: 'skip' });
  const rows = sampleRows + 1;
  const cutter = createRecordCutter(count, delimiter, { rows, cells: mostSampledCells });
  const { records } = cutter.cut({ bytes, from, to, isEnd, line: lines + 1, file }, { rows, reject: skip });
  const kindOf = (row: number, column: number): CellKind => kindAt(records, row * count + column, scratch);
  const cells = Array.from({ length: count }, (_, column) => column);
  const kindsFrom = (row: number): CellKind[] =>
    cells.map((column) => {
      let kind: CellKind = 'nothing';
      for (let at = row; at < records.rows && kind !== 'text'; at++) kind = widerKind(kind, kindOf(at, column));
      return kind;
    });
  const below = kindsFrom(1);
  const hasHeader =
    options.header ??
    isHeader(
      cells.map((column) => kindOf(0, column)),
      below,
    );
  const texts = cells.map((column) => (hasHeader ? cellText(bytes, first, column, scratch) : ''));
  const kinds = hasHeader ? below : kindsFrom(0);
  const sampled = options.decimals === true ? cells : [];
  const digits = sampled.map((column) => {
    if (kinds[column] !== 'double' && kinds[column] !== 'integer' && kinds[column] !== 'nothing') return undefined;
    let found: DecimalDigits | undefined = { whole: 0, fraction: 0 };
    for (let at = hasHeader ? 1 : 0; at < records.rows; at++) {
      if (kindOf(at, column) !== 'nothing') found = widerDigits(found, digitsAt(records, at * count + column, scratch));
    }
    return found;
  });
  return { delimiter, hasHeader, names: uniqueNames(texts), kinds, digits };
}

function digitsAt({ bytes, starts, ends, kinds }: Records, index: number, scratch: Scratch): DecimalDigits | undefined {
  const start = starts[index] as number;
  const end = ends[index] as number;
  if (kinds[index] !== Escaped) return digitsOfCell(bytes, start, end);
  return digitsOfCell(scratch.bytes, 0, unescapeInto(scratch, bytes, start, end));
}

function kindAt({ bytes, starts, ends, kinds }: Records, index: number, scratch: Scratch): CellKind {
  const start = starts[index] as number;
  const end = ends[index] as number;
  const kind = kinds[index] as number;
  if (isNullCell(bytes, start, end, kind, false)) return 'nothing';
  if (kind !== Escaped) return kindOfCell(bytes, start, end);
  return kindOfCell(scratch.bytes, 0, unescapeInto(scratch, bytes, start, end));
}

/**
 * True if the first record contains the column names: all its cells are text, or one of them does not fit the kind of
 * the cells below it.
 */
function isHeader(first: readonly CellKind[], below: readonly CellKind[]): boolean {
  if (first.every((kind) => kind === 'text')) return true;
  const fits = first.every((kind, column) => {
    const others = below[column] as CellKind;
    return others === 'nothing' || widerKind(others, kind) === others;
  });
  return !fits;
}

function cellText(
  bytes: Uint8Array,
  { starts, ends, kinds }: Pick<Records, 'starts' | 'ends' | 'kinds'>,
  index: number,
  scratch: Scratch,
): string {
  const start = starts[index] as number;
  const end = ends[index] as number;
  if (kinds[index] !== Escaped) return textOf(bytes, start, end);
  const length = unescapeInto(scratch, bytes, start, end);
  return textOf(scratch.bytes, 0, length);
}

/**
 * Makes column names unique. An empty name becomes `column` plus the column's ordinal, such as `column0`. A repeated
 * name gets a numeric suffix, such as `id_1`.
 */
function uniqueNames(texts: readonly string[]): string[] {
  const taken = new Set(texts);
  const seen = new Set<string>();
  return texts.map((text, column) => {
    const base = text === '' ? `column${column}` : text;
    let name = base;
    for (let n = 1; seen.has(name) || (name !== text && taken.has(name)); n++) name = `${base}_${n}`;
    seen.add(name);
    return name;
  });
}
