/** Converts values and their repetition and definition levels to rows. */
import { type ColumnPiece, nestColumns } from '@marquetry/column';
import { ParquetError } from '@marquetry/core';
import { fieldsOf, formatPath, type LeafNode, type Schema } from '@marquetry/schema';
import { type AssemblerOptions, createRowAssembler, type Row } from './assemble.js';

/**
 * Builds row objects from values and levels, which are passed as an object of columns by path. Columns of the schema
 * may be missing.
 * @throws ParquetError CORRUPT, with the name of the column, if levels contradict the schema or each other; and as
 * `createRowAssembler` does.
 */
export function assembleLevels(
  schema: Schema,
  columns: Readonly<Record<string, ColumnPiece>>,
  options: AssemblerOptions = {},
): Row[] {
  const pieces = new Map(schema.leaves.map((leaf) => [leaf, columns[formatPath(leaf.path)]]));
  const leaves = schema.leaves.filter((leaf) => pieces.get(leaf) !== undefined);
  const [first] = leaves;
  if (first === undefined) throw new ParquetError('INVALID_ARGUMENT', 'none of the given columns is in the schema');
  for (const leaf of leaves) requireLevels(leaf, pieces.get(leaf) as ColumnPiece);
  const fields = fieldsOf(schema, leaves);
  const pieceOf = (leaf: LeafNode): ColumnPiece => pieces.get(leaf) as ColumnPiece;
  return createRowAssembler(fields, options)(nestColumns(fields, pieceOf, pieceOf(first).rowCount));
}

/** Checks the number and the range of the levels, because they come from the caller and not from a page decoder. */
function requireLevels(leaf: LeafNode, { nulls, slotCount }: ColumnPiece): void {
  if (nulls.kind !== 'levels') return;
  const { definition, repetition } = nulls;
  requireBelow('definition', definition, slotCount, leaf.maxDefinitionLevel, leaf);
  if (repetition !== undefined) requireBelow('repetition', repetition, slotCount, leaf.maxRepetitionLevel, leaf);
}

function requireBelow(what: string, levels: Uint8Array, slotCount: number, max: number, { path }: LeafNode): void {
  const column = formatPath(path);
  if (levels.length < slotCount) {
    throw new ParquetError('CORRUPT', `the column has ${levels.length} ${what} levels, but ${slotCount} slots`, {
      column,
    });
  }
  for (let i = 0; i < slotCount; i++) {
    const level = levels[i] as number;
    if (level > max)
      throw new ParquetError('CORRUPT', `the ${what} level ${level} exceeds the maximum ${max}`, { column });
  }
}
