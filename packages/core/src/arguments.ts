/** Checks the arguments that callers pass to encodings. */
import type { ColumnBuffer } from './column-buffer.js';
import { type ColumnType, describeColumnType } from './column-type.js';
import { ParquetError } from './errors.js';
import type { Values } from './values.js';

/**
 * Checks that a decoder with `remaining` values can read `count` of them.
 * @throws ParquetError INVALID_ARGUMENT unless `count` is an integer from 0 to `remaining`.
 */
export function requireCount(count: number, remaining: number): void {
  if (!(Number.isInteger(count) && count >= 0 && count <= remaining)) {
    throw new ParquetError('INVALID_ARGUMENT', `cannot read ${count} values: ${remaining} remain`);
  }
}

/**
 * Checks that `target` can hold the column's values, and returns it, narrowed to the type for `layout`.
 * @throws ParquetError INVALID_ARGUMENT if its layout, type or width differs from the column's.
 */
export function requireBuffer<L extends ColumnBuffer['layout']>(
  target: ColumnBuffer,
  layout: L,
  column: ColumnType,
): Extract<ColumnBuffer, { readonly layout: L }> {
  if (target.layout !== layout || target.type !== column.type || target.width !== column.width) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `cannot append ${describeColumnType(column)} values to a buffer of ${describeColumnType(target)}`,
    );
  }
  return target as Extract<ColumnBuffer, { readonly layout: L }>;
}

/**
 * Checks that `values` are values of the column and include `[from, to)`, and returns them, narrowed to the type for
 * `layout`.
 * @throws ParquetError INVALID_ARGUMENT if their layout or type differs from the column's, or if `[from, to)` is not
 * within them.
 */
export function requireValues<L extends Values['layout']>(
  values: Values,
  layout: L,
  column: ColumnType,
  from: number,
  to: number,
): Extract<Values, { readonly layout: L }> {
  const width = values.layout === 'fixed' ? values.width : column.width;
  if (values.layout !== layout || values.type !== column.type || width !== column.width) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `expected ${layout} values of ${describeColumnType(column)}, got ${values.layout} values of ${describeColumnType({ type: values.type, width })}`,
    );
  }
  if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= values.length)) {
    throw new ParquetError('INVALID_ARGUMENT', `the range [${from}, ${to}) is not within the ${values.length} values`);
  }
  return values as Extract<Values, { readonly layout: L }>;
}
