/** A column of a file as the dataset has it. */
import type { TypedColumn } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import type { ColumnSource } from './column-sources.js';
import { mapNulls } from './level-map.js';

/** Widens the values, and maps the levels, of a column that was read. */
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
