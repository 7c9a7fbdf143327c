/**
 * Finds leaves by the paths that callers pass.
 */
import { ParquetError } from '@marquetry/core';
import type { LeafNode, Schema } from '@marquetry/schema';
import type { ReadPiecesOptions } from './batches.js';

/** Returns the leaf that a path names. @throws ParquetError INVALID_ARGUMENT if it names none or several. */
export function leafOf(schema: Schema, column: string | LeafNode): LeafNode {
  if (typeof column !== 'string') return column;
  const found = schema.find(column);
  const [leaf] = found;
  if (leaf !== undefined && found.length === 1) return leaf;
  throw new ParquetError('INVALID_ARGUMENT', `${column} names ${found.length} columns; name one`);
}

/** Returns the leaves that columns and paths name, each once. */
export function leavesOf({ leaves, find }: Schema, columns: ReadPiecesOptions['columns']): readonly LeafNode[] {
  if (columns === undefined || columns === leaves) return leaves;
  if (!Array.isArray(columns)) {
    throw new ParquetError('INVALID_ARGUMENT', '`columns` must be an array of paths');
  }
  return [...new Set(columns.flatMap((column) => (typeof column === 'string' ? find(column) : [column])))];
}
