/**
 * How the values of a leaf look in Arrow: a type, and buffers for it.
 */
import type { DirectValues, Steps } from '@marquetry/core';
import type { DataType } from 'apache-arrow';
import type { Entries } from '../entries.js';

interface LeafBuffers {
  readonly offsets?: Int32Array;
  readonly values?: ArrayBufferView;
}

export interface LeafForm {
  readonly type: DataType;
  /**
   * Buffers with an entry a value: those of `values`, or copies where the widths differ, made in steps.
   * @throws ParquetError naming the entry that the type cannot hold.
   */
  readonly buffersOf: (values: DirectValues, entries: Entries) => Steps<LeafBuffers>;
}

/** The memory as it is. */
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

/** The same bytes as elements of another kind; a copy where they do not lie at a multiple of their size. */
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
