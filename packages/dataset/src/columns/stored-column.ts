/** Converts a column that was read from a file to its type and levels in the dataset. */
import type { TypedColumn } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import type { ColumnSource } from './column-sources.js';
import { mapNulls } from './level-map.js';

/**
 * Converts a column of a file to the column `leaf` of the dataset: widens its values, and converts its definition
 * levels.
 */
export function storedColumn(
  column: TypedColumn,
  leaf: LeafNode,
  { levels, widen }: Extract<ColumnSource, { readonly kind: 'stored' }>,
): TypedColumn {
  const { values, nulls, slotCount } = column;
  return {
    ...column,
    leaf,
    values: widen === undefined ? values : widen(values),
    nulls: mapNulls(nulls, slotCount, levels, leaf),
  };
}
