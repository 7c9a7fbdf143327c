/**
 * Converts cells to typed columns, one column after the other.
 *
 * If cells do not fit their columns, all columns are converted again, without the rows that contain those cells.
 */
import type { WriteColumns } from '@marquetry/file';
import { formatPath, type Schema } from '@marquetry/schema';
import { type Reject, shown } from '../bad-rows.js';
import { textOf } from '../input/utf8.js';
import { type Scratch, unescapeInto } from './cell-text.js';
import { isNullCell } from './nulls.js';
import type { Records } from './records.js';
import { Escaped } from './scan-record.js';
import type { CellTarget } from './targets/cell-target.js';
import { targetOf } from './targets/target-of.js';

type ColumnInput = WriteColumns[string];

export interface RecordConverter {
  /**
   * Converts records to columns, which are valid until the next call. Calls `reject` for each bad row.
   * @param cellOf For each column of the schema, the index of its cell in a record.
   */
  convert(records: Records, cellOf: Int32Array, place: ConvertPlace): ConvertedRecords;
}

interface ConvertPlace {
  readonly file?: string;
  readonly reject: Reject;
}

interface ConvertedRecords {
  readonly columns: WriteColumns;
  readonly rows: number;
}

interface Column {
  readonly path: string;
  readonly target: CellTarget;
  readonly isRequired: boolean;
  /** One bit per row: 1 if the cell of the row is not null. */
  bits: Uint8Array;
  nullCount: number;
}

/**
 * Creates a converter for the columns of a schema.
 * @throws ParquetError UNSUPPORTED if cells cannot be converted to the type of a column.
 */
export function createRecordConverter({ leaves }: Schema): RecordConverter {
  const columns = leaves.map((leaf): Column => {
    const isRequired = leaf.repetition === 'required';
    return { path: formatPath(leaf.path), target: targetOf(leaf), isRequired, bits: new Uint8Array(0), nullCount: 0 };
  });
  const scratch: Scratch = { bytes: new Uint8Array(256) };
  return {
    convert: (records, cellOf, { file, reject }) => {
      let rows = Int32Array.from({ length: records.rows }, (_, row) => row);
      /**
       * For each row: 0 if all cells fit their columns, otherwise 1 plus the ordinal of the first column whose cell
       * does not fit.
       */
      const badColumns = new Int32Array(records.rows);
      let bad = 0;
      const convertAll = (): void => {
        for (const [i, column] of columns.entries()) {
          convertColumn(column, records, cellOf[i] as number, rows, scratch, (row) => {
            if (badColumns[row] !== 0) return;
            badColumns[row] = i + 1;
            bad++;
          });
        }
      };
      convertAll();
      if (bad > 0) {
        for (const [row, column] of badColumns.entries()) {
          if (column === 0) continue;
          reject(badCell(records, row, cellOf[column - 1] as number, columns[column - 1] as Column, file));
        }
        rows = rows.filter((row) => badColumns[row] === 0);
        convertAll();
      }
      const inputs: Record<string, ColumnInput> = Object.create(null);
      for (const { path, target, bits, nullCount } of columns) {
        const { values } = target.buffer;
        const validity = bits.subarray(0, Math.ceil(rows.length / 8));
        inputs[path] = nullCount === 0 ? values : { values, nulls: { kind: 'bitmap', bits: validity, nullCount } };
      }
      return { columns: inputs, rows: rows.length };
    },
  };
}

function convertColumn(
  column: Column,
  { bytes, starts, ends, kinds, columns }: Records,
  cell: number,
  rows: Int32Array,
  scratch: Scratch,
  onBad: (row: number) => void,
): void {
  const { target, isRequired } = column;
  const { isText } = target;
  const bitBytes = Math.ceil(rows.length / 8);
  if (column.bits.length < bitBytes) column.bits = new Uint8Array(bitBytes);
  const { bits } = column;
  bits.fill(0);
  target.buffer.clear();
  target.start(rows.length);
  let nullCount = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    const index = row * columns + cell;
    const start = starts[index] as number;
    const end = ends[index] as number;
    const kind = kinds[index] as number;
    if (isNullCell(bytes, start, end, kind, isText)) {
      nullCount++;
      if (isRequired) onBad(row);
      continue;
    }
    let fits: boolean;
    if (kind === Escaped) {
      const length = unescapeInto(scratch, bytes, start, end);
      fits = target.put(scratch.bytes, 0, length);
    } else fits = target.put(bytes, start, end);
    if (fits) bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
    else onBad(row);
  }
  column.nullCount = nullCount;
}

function badCell(
  { bytes, starts, ends, lines, rowStarts, rowEnds, columns }: Records,
  row: number,
  cell: number,
  { path, target, isRequired }: Column,
  file: string | undefined,
): Parameters<Reject>[0] {
  const index = row * columns + cell;
  const value = shown(textOf(bytes, starts[index] as number, ends[index] as number));
  const isNull = value === '' || value === 'NULL';
  const reason =
    isRequired && isNull
      ? 'the cell is null, but the column is required'
      : `the cell must be ${target.wanted}, got ${JSON.stringify(value)}`;
  return {
    ...(file !== undefined && { file }),
    line: lines[row] as number,
    column: path,
    value,
    reason,
    text: textOf(bytes, rowStarts[row] as number, rowEnds[row] as number),
  };
}
