/** Reads the lengths of PLAIN BYTE_ARRAY values, and checks that each value ends within the page. */
import { ParquetError } from '@marquetry/core';

/**
 * Finds the ends of `count` values, whose first length is at `position` in the page, and writes them to `offsets`,
 * starting at `offsets[from + 1]`. The first value starts at `offsets[from]`; between two values, there are `gap`
 * bytes. Returns the position in the page after the values.
 */
export function scanLengths(
  view: DataView,
  position: number,
  count: number,
  offsets: Int32Array,
  from: number,
  gap = 0,
): number {
  const last = view.byteLength - 4;
  // `base` is the difference between the end of a value in `offsets` and in the page. Each value adds `gap` minus the 4
  // bytes of its length. An end above 2^31 - 1 wraps around here; the caller's check of the total size rejects it.
  let base = (offsets[from] as number) - position;
  const apart = gap - 4;
  let at = position;
  for (let i = from + 1; i <= from + count; i++) {
    if (at > last) refuseValue(view, at);
    const length = view.getInt32(at, true) >>> 0;
    if (length > last - at) refuseValue(view, at);
    at += 4 + length;
    base += apart;
    offsets[i] = base + at;
  }
  return at;
}

/** Returns the position after the next `count` values. */
export function skipLengths(view: DataView, position: number, count: number): number {
  const last = view.byteLength - 4;
  let at = position;
  for (let i = 0; i < count; i++) {
    if (at > last) refuseValue(view, at);
    const length = view.getInt32(at, true) >>> 0;
    if (length > last - at) refuseValue(view, at);
    at += 4 + length;
  }
  return at;
}

function refuseValue(view: DataView, offset: number): never {
  const rest = view.byteLength - offset - 4;
  if (rest < 0) throw new ParquetError('TRUNCATED', 'the length of a value is truncated', { offset });
  const length = view.getUint32(offset, true);
  throw new ParquetError('TRUNCATED', `a value needs ${length} bytes, got ${rest}`, { offset });
}
