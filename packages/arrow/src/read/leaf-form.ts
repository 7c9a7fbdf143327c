/**
 * Defines `LeafForm`: how a column that is not nested is converted to Arrow. It has the Arrow type, and a function that
 * creates the Arrow buffers for the column's values.
 */
import type { DirectValues, Steps } from '@marquetry/core';
import type { DataType } from 'apache-arrow';
import type { Entries } from '../entries.js';

interface LeafBuffers {
  readonly offsets?: Int32Array | BigInt64Array;
  readonly values?: ArrayBufferView;
  /** The buffers that hold the long values of a view type. */
  readonly variadic?: readonly Uint8Array[];
}

export interface LeafForm {
  readonly type: DataType;
  /**
   * Converts values to Arrow buffers with one entry per value, in steps of about a millisecond. If Arrow and Parquet
   * use the same layout, the buffers are the arrays of `values` themselves; otherwise they are converted copies.
   * @throws ParquetError naming the entry that the type cannot represent.
   */
  readonly buffersOf: (values: DirectValues, entries: Entries) => Steps<LeafBuffers>;
}

/**
 * Returns the {@link LeafForm} of an Arrow type that has the same layout as the Parquet values. The arrays of the
 * Parquet values then serve as the Arrow buffers.
 */
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

/**
 * Returns the {@link LeafForm} of an Arrow type that interprets the same bytes differently. The bytes are copied only
 * if they are misaligned for the type.
 */
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
