/**
 * Values and levels to rows: the other way of shredding.
 */
import { type ColumnPiece, nestColumns } from '@marquetry/column';
import { ParquetError } from '@marquetry/core';
import { fieldsOf, formatPath, type LeafNode, type Schema } from '@marquetry/schema';
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
  for (const leaf of leaves) requireLevels(leaf, pieces.get(leaf) as ColumnPiece);
  const fields = fieldsOf(schema, leaves);
  const pieceOf = (leaf: LeafNode): ColumnPiece => pieces.get(leaf) as ColumnPiece;
  return createRowAssembler(fields, options)(nestColumns(fields, pieceOf, pieceOf(first).rowCount));
}

/** Levels that were not read from a page may be anything. */
function requireLevels(leaf: LeafNode, { nulls, slotCount }: ColumnPiece): void {
  if (nulls.kind !== 'levels') return;
  const { definition, repetition } = nulls;
  requireBelow('definition', definition, slotCount, leaf.maxDefinitionLevel, leaf);
  if (repetition !== undefined) requireBelow('repetition', repetition, slotCount, leaf.maxRepetitionLevel, leaf);
}

function requireBelow(what: string, levels: Uint8Array, slotCount: number, max: number, { path }: LeafNode): void {
  const column = formatPath(path);
  if (levels.length < slotCount) {
    throw new ParquetError('CORRUPT', `${levels.length} ${what} levels for ${slotCount} slots`, { column });
  }
  for (let i = 0; i < slotCount; i++) {
    const level = levels[i] as number;
    if (level > max) throw new ParquetError('CORRUPT', `a ${what} level of ${level} is above ${max}`, { column });
  }
}
