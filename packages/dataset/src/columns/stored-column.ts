/** Converts a column that was read from a file to its type and levels in the dataset. */
import type { TypedColumn } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import type { ColumnSource } from './column-sources.js';
import { mapNulls } from './level-map.js';

/**
 * Returns the column as the column `leaf` of the dataset: with values of the wider type, and with the definition levels
 * of the dataset.
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
