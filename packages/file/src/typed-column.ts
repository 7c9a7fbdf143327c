import type { ColumnPiece } from '@marquetry/column';
import type { LeafNode } from '@marquetry/schema';

/** A column of a batch. */
export interface TypedColumn extends ColumnPiece {
  readonly leaf: LeafNode;
}
