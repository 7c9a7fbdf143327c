/** Reads the lengths of PLAIN BYTE_ARRAY values and checks each against the page. */
import { ParquetError } from '@marquetry/core';

/**
 * Writes the ends of the values that start at `position` in the page to `offsets[from + 1 ...]`. An end counts bytes
 * from `offsets[from]`, with `gap` extra bytes between two values. Returns the position after the values.
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
  // An end is the value's end in the page, plus `base`, minus 4 bytes for each length before it, plus the gaps. An end
  // above int32 wraps around here; the check of the total size then rejects it.
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
  if (rest < 0) throw new ParquetError('TRUNCATED', 'bytes end within the length of a value', { offset });
  const length = view.getUint32(offset, true);
  throw new ParquetError('TRUNCATED', `a value needs ${length} bytes, ${rest} are left`, { offset });
}
