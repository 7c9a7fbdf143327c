/** Creates columns that a file does not store: the same value in every row, or nulls. */
import { bytesOf, type DirectValues, fixedValues, PhysicalType } from '@marquetry/core';
import type { TypedColumn } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import { allNull } from './level-map.js';

/**
 * The form in which the values of a column are returned: dense or spaced (with an entry for each null), and with or
 * without a dictionary.
 */
export interface ColumnForm {
  readonly spaced: boolean;
  readonly decodeDictionaries: boolean;
}

/** Returns `count` values, all of them 0, false or empty. */
export function zeros({ type, width }: LeafNode, count: number): DirectValues {
  switch (type) {
    case PhysicalType.BOOLEAN:
      return { layout: 'bits', type, length: count, data: new Uint8Array(Math.ceil(count / 8)) };
    case PhysicalType.BYTE_ARRAY:
      return { layout: 'bytes', type, length: count, offsets: new Int32Array(count + 1), data: new Uint8Array(0) };
    default:
      return fixedValues({ type, width }, new Uint8Array(count * width), 0, count);
  }
}

/** Returns a column of nulls. */
function nullColumn(leaf: LeafNode, rowCount: number, { spaced }: ColumnForm): TypedColumn {
  const values = zeros(leaf, spaced ? rowCount : 0);
  return { leaf, values, nulls: allNull(leaf, rowCount), slotCount: rowCount, rowCount, spaced };
}

/**
 * Returns a column with the same value in every row. The value is the only entry of `value`, or null if `value` is
 * `undefined`. `leaf` must be a flat column.
 */
export function constantColumn(
  leaf: LeafNode,
  value: DirectValues | undefined,
  rowCount: number,
  form: ColumnForm,
): TypedColumn {
  if (value === undefined) return nullColumn(leaf, rowCount, form);
  const nulls = { kind: 'none', nullCount: 0 } as const;
  const shape = { leaf, nulls, slotCount: rowCount, rowCount, spaced: form.spaced };
  if (form.decodeDictionaries) return { ...shape, values: repeated(value, rowCount) };
  const indices = new Int32Array(rowCount);
  return { ...shape, values: { layout: 'dictionary', type: leaf.type, length: rowCount, indices, dictionary: value } };
}

/**
 * Returns the only entry of `value` in the PLAIN encoding, without a length prefix. The entry must be text or a number,
 * like the values of partition columns.
 */
export function onlyEntry(value: DirectValues): Uint8Array {
  return value.layout === 'bytes' ? value.data.subarray(value.offsets[0], value.offsets[1]) : bytesOf(value.data);
}

function repeated(value: DirectValues, count: number): DirectValues {
  if (value.layout === 'bits') return value;
  const entry = onlyEntry(value);
  const data = new Uint8Array(entry.length * count);
  for (let i = 0; i < count; i++) data.set(entry, i * entry.length);
  if (value.layout === 'fixed') return fixedValues(value, data, 0, count);
  const offsets = Int32Array.from({ length: count + 1 }, (_, i) => i * entry.length);
  return { layout: 'bytes', type: value.type, length: count, offsets, data };
}
