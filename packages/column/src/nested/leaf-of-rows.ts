/**
 * Columns without nesting: nothing is to be made of their levels.
 */
import type { Field, LeafNode } from '@marquetry/schema';
import type { ColumnPiece } from '../piece.js';
import type { NestedLeaf } from './nested-column.js';

/**
 * The column of a field, if that is a leaf of the root whose piece has a value per row already: there is nothing to look at. Undefined
 * for others.
 */
export function leafOfRows(
  field: Field,
  pieceOf: (leaf: LeafNode) => ColumnPiece,
  rowCount: number,
): NestedLeaf | undefined {
  if (field.kind !== 'leaf' || field.leaf.maxRepetitionLevel > 0) return undefined;
  const { nulls, spaced, values } = pieceOf(field.leaf);
  if (nulls.kind === 'levels' || values.length !== rowCount) return undefined;
  if (nulls.kind === 'bitmap' && !(spaced && field.nullable)) return undefined;
  return { kind: 'leaf', field, length: rowCount, nulls, values };
}
