/** Converts values in steps, so that long columns do not block the event loop. */
import { type DirectValues, type Steps, sliceValues } from '@marquetry/core';
import type { Convert } from './conversion.js';
import { stepLength } from './steps.js';
import { storedBytes } from './value-bytes.js';

/** Number of stored bytes to convert between two `yield`s. */
const stepBytes = 2 ** 20;

/** Converts the values `[from, to)` to one array, in several steps if they have many bytes. */
export function* convertRange(convert: Convert, values: DirectValues, from: number, to: number): Steps<unknown[]> {
  let end = stepEnd(values, from, to);
  if (end === to) return convert(from === 0 && to === values.length ? values : sliceValues(values, from, to));
  const entries: unknown[] = new Array(to - from);
  for (let start = from; start < to; start = end) {
    end = stepEnd(values, start, to);
    const part = convert(sliceValues(values, start, end));
    for (let i = 0; i < part.length; i++) entries[start - from + i] = part[i];
    yield;
  }
  return entries;
}

/** Returns the end of the range of values to convert before the next `yield`. It starts at `from` and is not empty. */
function stepEnd(values: DirectValues, from: number, to: number): number {
  let end = Math.min(to, from + stepLength);
  while (end - from > 1 && storedBytes(values, from, end) > stepBytes) end = from + ((end - from) >> 1);
  return end;
}
