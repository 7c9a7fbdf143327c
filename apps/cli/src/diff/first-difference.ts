/** Finds the next row in which two columns differ. */
import type { NestedColumn } from '@marquetry/column';
import type { CurrentField } from './row-cursor.js';

/**
 * Compares rows `a + from` to `a + count` of one column with rows `b + from` to `b + count` of another, and returns the
 * offset of the first difference, or `count` if there is none. Values are equal if their texts are equal: NaN equals
 * NaN, 0 differs from -0, and an INT32 1 equals an INT64 1.
 */
export function firstDifference(
  inA: CurrentField,
  a: number,
  inB: CurrentField,
  b: number,
  from: number,
  count: number,
): number {
  const x = numbersOf(inA.column);
  const y = numbersOf(inB.column);
  for (let row = from; row < count; row++) {
    // Skip equal numbers, whose texts are equal, except 0, because 0 and -0 have different texts.
    if (x !== undefined && y !== undefined && isValid(inA.column, a + row) && isValid(inB.column, b + row)) {
      const value = x[a + row];
      if (value === y[b + row] && value !== 0) continue;
    }
    if (inA.text(a + row) !== inB.text(b + row)) return row;
  }
  return count;
}

type Numbers = Int32Array | Float32Array | Float64Array;

/**
 * Returns the column's numbers, one per row, if its values can be compared as numbers. Returns undefined for other
 * columns, such as 64-bit integers, which are compared as text.
 */
function numbersOf(column: NestedColumn): Numbers | undefined {
  if (column.kind !== 'leaf' || column.field.kind !== 'leaf' || column.field.leaf.annotation !== undefined)
    return undefined;
  const { values } = column;
  if (values.layout !== 'fixed') return undefined;
  const { data } = values;
  return data instanceof Int32Array || data instanceof Float32Array || data instanceof Float64Array ? data : undefined;
}

function isValid({ nulls }: NestedColumn, row: number): boolean {
  return nulls.kind === 'none' || (((nulls.bits[row >> 3] as number) >> (row & 7)) & 1) === 1;
}
