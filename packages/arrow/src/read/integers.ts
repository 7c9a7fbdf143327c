/**
 * INTEGER of 8 and 16 bits, which Parquet stores in 32.
 */
import type { DataType } from 'apache-arrow';
import { isValid, misfit } from '../entries.js';
import type { LeafForm } from './leaf-form.js';

type Narrow = Int8Array | Int16Array | Uint8Array | Uint16Array;

/** Copies. A value of more bits is CORRUPT (LogicalTypes.md#signed-integers says that it must not be there). */
export function narrowForm(type: DataType, NarrowArray: new (length: number) => Narrow): LeafForm {
  return {
    type,
    buffersOf: (values, entries) => {
      const source = values.data as Int32Array;
      const narrow = new NarrowArray(values.length);
      let lost = 0;
      for (let i = 0; i < narrow.length; i++) {
        const value = source[i] as number;
        narrow[i] = value;
        lost |= (narrow[i] as number) ^ value;
      }
      if (lost !== 0) {
        const entry = source.findIndex((value, i) => narrow[i] !== value && isValid(entries, i));
        if (entry >= 0) throw misfit('CORRUPT', entries, entry, `${source[entry]} is no value of ${type}`);
      }
      return { values: narrow };
    },
  };
}
