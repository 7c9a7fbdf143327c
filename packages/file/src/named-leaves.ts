/**
 * Finds leaves by the paths that callers pass.
 */
import { ParquetError } from '@marquetry/core';
import type { LeafNode, Schema } from '@marquetry/schema';
import type { ReadPiecesOptions } from './batches.js';

/**
 * Returns the leaf at a path, or the given leaf.
 * @throws ParquetError INVALID_ARGUMENT unless the path names a leaf, or a group with exactly one leaf.
 */
export function leafOf(schema: Schema, column: string | LeafNode): LeafNode {
  if (typeof column !== 'string') return column;
  const found = schema.find(column);
  const [leaf] = found;
  if (leaf !== undefined && found.length === 1) return leaf;
  throw new ParquetError('INVALID_ARGUMENT', `\`${column}\` must match one column, but matches ${found.length}`);
}

/**
 * Returns the leaves that the `columns` option selects, without duplicates. The path of a group selects all leaves
 * below it.
 */
export function leavesOf({ leaves, find }: Schema, columns: ReadPiecesOptions['columns']): readonly LeafNode[] {
  if (columns === undefined || columns === leaves) return leaves;
  if (!Array.isArray(columns)) {
    throw new ParquetError('INVALID_ARGUMENT', '`columns` must be an array of column paths');
  }
  return [...new Set(columns.flatMap((column) => (typeof column === 'string' ? find(column) : [column])))];
}
