/**
 * Splits text into CSV records. Each record has one cell per column, so the cell at `row` and `column` has the index
 * `row * columns + column`.
 */
import { ParquetError } from '@marquetry/core';
import { type Reject, shown } from '../bad-rows.js';
import type { TextWindow } from '../input/text-window.js';
import { isUtf8, textOf } from '../input/utf8.js';
import { type Cells, createCells, scanRecord } from './scan-record.js';

/** The records that one call of `cut` returns, valid until the next call. */
export interface Records {
  readonly bytes: Uint8Array;
  readonly columns: number;
  readonly rows: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly kinds: Uint8Array;
  /** The line on which each row starts. */
  readonly lines: Float64Array;
  /** The offsets in `bytes` at which the text of each row starts and ends. */
  readonly rowStarts: Int32Array;
  readonly rowEnds: Int32Array;
}

const batchSize = { rows: 2 ** 14, cells: 2 ** 17 } as const;

/** The members of a {@link TextWindow} that are needed to split its bytes into records. */
type RecordWindow = Pick<TextWindow, 'bytes' | 'from' | 'to' | 'isEnd' | 'line' | 'file'>;

export interface RecordCutter {
  /**
   * Splits the bytes in a {@link TextWindow} into CSV records. Passes records with misplaced quotes or a wrong number
   * of cells to `reject`. In the result, `end` is the offset after the last complete record (`window.from` if there is
   * none), and `lines` is the number of lines before `end`.
   * @throws ParquetError CORRUPT for bytes that are not UTF-8. Rethrows errors that `reject` throws.
   */
  cut(window: RecordWindow, limits: { readonly rows: number; readonly reject: Reject }): CutRecords;
}

interface CutRecords {
  readonly records: Records;
  readonly end: number;
  readonly lines: number;
}

/**
 * Creates an object that splits text into records of `columns` cells. Each call of `cut` returns at most `mostRows`
 * rows and `mostCells` cells.
 */
export function createRecordCutter(
  columns: number,
  delimiter: number,
  { rows: mostRows, cells: mostCells }: { readonly rows: number; readonly cells: number } = batchSize,
): RecordCutter {
  const capacity = Math.max(1, Math.min(mostRows, Math.floor(mostCells / columns)));
  const cells = createCells(capacity * columns, columns);
  const lines = new Float64Array(capacity);
  const rowStarts = new Int32Array(capacity);
  const rowEnds = new Int32Array(capacity);
  return {
    cut: (window, { rows: most, reject }) => {
      const { bytes, from, to, isEnd, file } = window;
      const wanted = Math.min(most, capacity);
      let { line } = window;
      let at = from;
      let row = 0;
      while (row < wanted && at < to) {
        cells.first = row * columns;
        const next = scanRecord(bytes, at, to, isEnd, delimiter, cells);
        if (next < 0) break;
        const reason = cells.fault === '' && cells.count === columns ? '' : faultOf(cells, columns);
        if (reason === '') {
          lines[row] = line;
          rowStarts[row] = at;
          rowEnds[row] = cells.textEnd;
          row++;
        } else if (cells.textEnd > at) {
          const text = textOf(bytes, at, cells.textEnd);
          reject({ ...(file.name !== undefined && { file: file.name }), line, value: shown(text), reason, text });
        }
        line += cells.innerLines + 1;
        at = next;
      }
      if (!isUtf8(bytes, from, at)) throw notUtf8(window, at);
      const { starts, ends, kinds } = cells;
      const records = { bytes, columns, rows: row, starts, ends, kinds, lines, rowStarts, rowEnds };
      return { records, end: at, lines: line - window.line };
    },
  };
}

/** Describes why a record is not a row of the table: misplaced quotes or a wrong number of cells. */
export function faultOf({ fault, count }: Cells, columns: number): string {
  if (fault === 'unclosed') return 'a quoted cell has no closing quote';
  if (fault === 'text after quote') return 'there is text between a closing quote and the next delimiter';
  return `the row has ${count} ${count === 1 ? 'cell' : 'cells'}, but the table has ${columns} columns`;
}

function notUtf8({ bytes, from, line, file }: RecordWindow, end: number): ParquetError {
  let first = line;
  let start = from;
  for (let at = from; at < end; at++) {
    if (bytes[at] !== 0x0a && at < end - 1) continue;
    if (!isUtf8(bytes, start, at + 1)) break;
    first++;
    start = at + 1;
  }
  return new ParquetError('CORRUPT', `line ${first}: the text is not UTF-8: convert the file to UTF-8 first`, {
    ...(file.name !== undefined && { file: file.name }),
  });
}
