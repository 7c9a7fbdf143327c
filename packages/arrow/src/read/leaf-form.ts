/** The Arrow form of a leaf's values: a type, and the buffers for it. */
import type { DirectValues, Steps } from '@marquetry/core';
import type { DataType } from 'apache-arrow';
import type { Entries } from '../entries.js';

interface LeafBuffers {
  readonly offsets?: Int32Array | BigInt64Array;
  readonly values?: ArrayBufferView;
  /** The bytes that views refer to. */
  readonly variadic?: readonly Uint8Array[];
}

export interface LeafForm {
  readonly type: DataType;
  /**
   * Returns buffers with one entry per value: the arrays of `values`, or copies if the widths differ, in steps.
   * @throws ParquetError naming the entry that the type cannot represent.
   */
  readonly buffersOf: (values: DirectValues, entries: Entries) => Steps<LeafBuffers>;
}

/** Shares the memory of the values. */
export function sharedForm(type: DataType): LeafForm {
  return {
    type,
    // biome-ignore lint/correctness/useYield: there is nothing to do
    *buffersOf(values) {
      return values.layout === 'bytes' ? { offsets: values.offsets, values: values.data } : { values: values.data };
    },
  };
}

interface ViewConstructor {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): ArrayBufferView;
}

/** Views the same bytes as elements of another type; copies them if they are not aligned to it. */
export function viewForm(type: DataType, View: ViewConstructor): LeafForm {
  return {
    type,
    // biome-ignore lint/correctness/useYield: a copy is rare, and one of memory
    *buffersOf({ data, length }) {
      const { buffer, byteOffset } = data.byteOffset % View.BYTES_PER_ELEMENT === 0 ? data : data.slice();
      return { values: new View(buffer, byteOffset, length) };
    },
  };
}
