/** Converts 8- and 16-bit integers, which Parquet stores in 32 bits. */
import type { DataType } from 'apache-arrow';
import { isValid, misfit } from '../entries.js';
import type { LeafForm } from './leaf-form.js';
import { inStrides } from './strides.js';

type Narrow = Int8Array | Int16Array | Uint8Array | Uint16Array;

/**
 * Copies the values `[from, to)` to the narrower type. Returns 0 if all values fit in the type, otherwise a nonzero
 * number.
 */
function narrowRange(source: Int32Array, narrow: Narrow, from: number, to: number): number {
  let lost = 0;
  for (let i = from; i < to; i++) {
    const value = source[i] as number;
    narrow[i] = value;
    lost |= (narrow[i] as number) ^ value;
  }
  return lost;
}

/**
 * Returns the conversion of integers to a narrower type, which copies the values. A value that does not fit throws
 * CORRUPT, because LogicalTypes.md#signed-integers forbids such values.
 */
export function narrowForm(type: DataType, NarrowArray: new (length: number) => Narrow): LeafForm {
  return {
    type,
    *buffersOf(values, entries) {
      const source = values.data as Int32Array;
      const narrow = new NarrowArray(values.length);
      let lost = 0;
      yield* inStrides(narrow.length, (from, to) => {
        lost |= narrowRange(source, narrow, from, to);
      });
      if (lost !== 0) {
        const entry = source.findIndex((value, i) => narrow[i] !== value && isValid(entries, i));
        if (entry >= 0)
          throw misfit('CORRUPT', entries, entry, `the value ${source[entry]} is out of range for ${type}`);
      }
      return { values: narrow };
    },
  };
}
