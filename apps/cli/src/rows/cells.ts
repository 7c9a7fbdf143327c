/** Formats the cells of rows: columns as plain text, nested fields as JSON. */
import type { NestedColumn } from '@marquetry/column';
import { createFieldWriter, type FieldWriter, jsonStyle, textStyle, type VariantWriter } from '@marquetry/json';
import type { Field } from '@marquetry/schema';

/** Returns the text of a field in a row; undefined for null. */
type WriteCell = (row: number) => string | undefined;

/** Takes the columns of a batch, one per field, and returns one function per field that formats its cells. */
export type CellWriter = (columns: readonly NestedColumn[]) => readonly WriteCell[];

export function createCellWriter(fields: readonly Field[], variants: VariantWriter | undefined): CellWriter {
  const writers = fields.map((field) =>
    createFieldWriter(field, field.kind === 'leaf' ? textStyle : jsonStyle, undefined, variants),
  );
  return (columns) => columns.map((column, i) => cellsOf(column, writers[i] as FieldWriter));
}

function cellsOf(column: NestedColumn, writer: FieldWriter): WriteCell {
  const write = writer(column);
  const { nulls } = column;
  if (nulls.kind === 'none') return write;
  const { bits } = nulls;
  return (row) => (((bits[row >> 3] as number) >> (row & 7)) & 1 ? write(row) : undefined);
}
