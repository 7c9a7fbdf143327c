/**
 * Formats the values that `diff` prints in a table, in the same way as `cat`: byte arrays that contain text are printed
 * as text.
 */
import { type ParquetFile, readNestedBatches } from '@marquetry/file';
import type { Field } from '@marquetry/schema';
import { createCellWriter } from '../rows/cells.js';
import { columnsOf } from '../rows/fields-in-order.js';
import { createTextColumns } from '../rows/text-columns.js';
import { variantWriterOf } from '../rows/variants.js';

/** The place of a value in a file: its row number, and the index of its field. */
export interface Cell {
  readonly row: number;
  readonly field: number;
}

/** Reads the row of each cell from the file, and returns the text of each cell. `cells` must be sorted by row. */
export async function tableTexts(
  file: ParquetFile,
  fields: readonly Field[],
  cells: readonly Cell[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ordinals = [...new Set(cells.map(({ field }) => field))];
  const used = ordinals.map((ordinal) => fields[ordinal] as Field);
  const rows = [...new Set(cells.map(({ row }) => row))].map((row) => [row, row + 1] as const);
  const read = { columns: used.flatMap(({ leaves }) => leaves), rows, signal };
  const writer = createCellWriter(await createTextColumns(file, read).of(used), await variantWriterOf(used));
  const texts: string[] = [];
  let next = 0;
  for await (const batch of readNestedBatches(file, read)) {
    const write = writer(columnsOf(batch, used));
    for (let i = 0; i < batch.rowCount; i++, next++) {
      const row = rows[next]?.[0];
      for (let cell = cells[texts.length]; cell !== undefined && cell.row === row; cell = cells[texts.length]) {
        texts.push(write[ordinals.indexOf(cell.field)]?.(i) ?? 'null');
      }
    }
  }
  return texts;
}
