/**
 * The fast path for columns that are not nested: they have one value per row and no levels to convert.
 */
import type { Field, LeafNode } from '@marquetry/schema';
import type { ColumnPiece } from '../piece.js';
import type { NestedLeaf } from './nested-column.js';

/**
 * Returns the nested column of a field that needs no conversion: a column at the root of the schema, whose piece has
 * one value per row. Returns undefined for all other fields.
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
