import type { ColumnPiece } from '@marquetry/column';
import type { LeafNode } from '@marquetry/schema';

/** One column of a batch: its values and nulls, with the column's type. */
export interface TypedColumn extends ColumnPiece {
  readonly leaf: LeafNode;
}
