/**
 * Values and levels to rows: the other way of shredding.
 */
import { type ColumnPiece, nestColumns } from '@marquetry/column';
import { ParquetError } from '@marquetry/core';
import { fieldsOf, formatPath, type Schema } from '@marquetry/schema';
import { type AssemblerOptions, createRowAssembler, type Row } from './assemble.js';

/**
 * The rows of columns given by path: those of the schema that are there.
 * @throws ParquetError CORRUPT, naming the column, where levels contradict the schema or each other; as
 *   `createRowAssembler`.
 */
export function assembleLevels(
  schema: Schema,
  columns: Readonly<Record<string, ColumnPiece>>,
  options: AssemblerOptions = {},
): Row[] {
  const pieces = new Map(schema.leaves.map((leaf) => [leaf, columns[formatPath(leaf.path)]]));
  const leaves = schema.leaves.filter((leaf) => pieces.get(leaf) !== undefined);
  const [first] = leaves;
  if (first === undefined) throw new ParquetError('INVALID_ARGUMENT', 'there is no column of the schema');
  const fields = fieldsOf(schema, leaves);
  const pieceOf = (leaf: typeof first): ColumnPiece => pieces.get(leaf) as ColumnPiece;
  return createRowAssembler(fields, options)(nestColumns(fields, pieceOf, pieceOf(first).rowCount));
}
