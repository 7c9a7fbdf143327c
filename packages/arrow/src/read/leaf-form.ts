/** The Arrow form of a column's values: the Arrow type, and a function that creates its buffers. */
import type { DirectValues, Steps } from '@marquetry/core';
import type { DataType } from 'apache-arrow';
import type { Entries } from '../entries.js';

interface LeafBuffers {
  readonly offsets?: Int32Array | BigInt64Array;
  readonly values?: ArrayBufferView;
  /** Additional buffers of a view type, to which its entries refer. */
  readonly variadic?: readonly Uint8Array[];
}

export interface LeafForm {
  readonly type: DataType;
  /**
   * Returns Arrow buffers with one entry per value, in steps. They are the arrays of `values` themselves, or converted copies if
   * the layouts differ.
   * @throws ParquetError naming the entry that the type cannot represent.
   */
  readonly buffersOf: (values: DirectValues, entries: Entries) => Steps<LeafBuffers>;
}

/** Returns the form of a type with the same layout as the values: its buffers are the arrays of the values. */
export function sharedForm(type: DataType): LeafForm {
  return {
    type,
    // biome-ignore lint/correctness/useYield: sharing memory takes no time
    *buffersOf(values) {
      return values.layout === 'bytes' ? { offsets: values.offsets, values: values.data } : { values: values.data };
    },
  };
}

interface ViewConstructor {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): ArrayBufferView;
}

/** Returns the form of a type that interprets the same bytes in another way, without copying them unless they are misaligned for it. */
export function viewForm(type: DataType, View: ViewConstructor): LeafForm {
  return {
    type,
    // biome-ignore lint/correctness/useYield: copies are rare, and fast
    *buffersOf({ data, length }) {
      const { buffer, byteOffset } = data.byteOffset % View.BYTES_PER_ELEMENT === 0 ? data : data.slice();
      return { values: new View(buffer, byteOffset, length) };
    },
  };
}
