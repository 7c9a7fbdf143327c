/**
 * The next row in which two columns differ.
 */
import type { NestedColumn } from '@marquetry/column';
import type { CurrentField } from './row-cursor.js';

/**
 * The first of `count` rows whose values differ, counted from rows `a` and `b` on; `count` if none does. Values are the same if they are
 * written the same: NaN is NaN, 0 is not -0, and 1 of INT32 is 1 of INT64.
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
    // Equal numbers other than 0 are written the same.
    if (x !== undefined && y !== undefined && isValid(inA.column, a + row) && isValid(inB.column, b + row)) {
      const value = x[a + row];
      if (value === y[b + row] && value !== 0) continue;
    }
    if (inA.text(a + row) !== inB.text(b + row)) return row;
  }
  return count;
}

type Numbers = Int32Array | Float32Array | Float64Array;

/** Values as numbers, one per row, for columns whose text follows from them: not for 64-bit integers, whose halves are compared as text. */
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
