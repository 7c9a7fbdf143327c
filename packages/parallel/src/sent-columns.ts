/**
 * Converts columns to messages and back. Arrays are transferred to the other thread, and a dictionary is sent once per
 * task.
 */

import { copyValues, type DirectValues, type Nulls, ParquetError, type Values } from '@marquetry/core';
import type { TypedColumn } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import type { SentColumn, SentIndices } from './messages.js';

/** Converts the batches of one task to messages. */
export interface ColumnSender {
  send(columns: readonly TypedColumn[]): { readonly columns: SentColumn[]; readonly moved: ArrayBuffer[] };
}

/** Converts the messages of one task to columns. */
export interface ColumnReceiver {
  receive(columns: readonly SentColumn[], leaves: readonly LeafNode[]): TypedColumn[];
}

export function createColumnSender(): ColumnSender {
  /** The number assigned to each dictionary that was sent. The dictionaries stay in memory until the task ends. */
  const sent = new Map<DirectValues, number>();
  return {
    send: (columns) => {
      const moved = new Set<ArrayBuffer>();
      const packed = columns.map(({ values, nulls, slotCount, rowCount, spaced }) => {
        const shape = { nulls: movedNulls(nulls, moved), slotCount, rowCount, spaced };
        if (values.layout !== 'dictionary') return { values: movedValues(values, moved), ...shape };
        const { dictionary } = values;
        const known = sent.get(dictionary);
        const indices = movable(values.indices.subarray(0, values.length), moved);
        if (known !== undefined) {
          return { values: { layout: 'sent-dictionary', dictionary: known, indices } as const, ...shape };
        }
        sent.set(dictionary, sent.size);
        // Send a copy, because this thread needs the dictionary for later batches of the chunk.
        return { values: { ...values, indices, dictionary: movedValues(copyValues(dictionary), moved) }, ...shape };
      });
      return { columns: packed, moved: [...moved] };
    },
  };
}

export function createColumnReceiver(): ColumnReceiver {
  const dictionaries: DirectValues[] = [];
  const received = (values: Values | SentIndices): Values => {
    if (values.layout === 'dictionary') dictionaries.push(values.dictionary);
    if (values.layout !== 'sent-dictionary') return values;
    const dictionary = dictionaries[values.dictionary];
    if (dictionary === undefined) {
      throw new ParquetError(
        'INVALID_ARGUMENT',
        `the worker refers to dictionary ${values.dictionary}, but has not sent it`,
      );
    }
    const { indices } = values;
    return { layout: 'dictionary', type: dictionary.type, length: indices.length, indices, dictionary };
  };
  return {
    receive: (columns, leaves) =>
      columns.map((column, i) => ({ ...column, values: received(column.values), leaf: leaves[i] as LeafNode })),
  };
}

function movedValues(values: DirectValues, moved: Set<ArrayBuffer>): DirectValues {
  switch (values.layout) {
    case 'bits':
      return { ...values, data: movable(values.data, moved) };
    case 'bytes':
      return { ...values, offsets: movable(values.offsets, moved), data: movable(values.data, moved) };
    case 'fixed':
      // The cast is safe: the type of `data` depends on `type`, and neither has changed.
      return { ...values, data: movable(values.data, moved) } as DirectValues;
  }
}

function movedNulls(nulls: Nulls, moved: Set<ArrayBuffer>): Nulls {
  switch (nulls.kind) {
    case 'none':
      return nulls;
    case 'bitmap':
      return { ...nulls, bits: movable(nulls.bits, moved) };
    case 'levels': {
      const levels = { ...nulls, definition: movable(nulls.definition, moved) };
      return nulls.repetition === undefined ? levels : { ...levels, repetition: movable(nulls.repetition, moved) };
    }
  }
}

/**
 * An array that uses less than this fraction of its buffer is copied, because transferring the array would keep the
 * whole buffer in memory.
 */
const leastShare = 0.5;

type Movable = Uint8Array | Int32Array | BigInt64Array | Float32Array | Float64Array;

/**
 * Returns the array itself if its buffer can be transferred. Returns a copy if the array uses only a small part of its
 * buffer, or if the buffer is shared or already transferred.
 */
export function movable<A extends Movable>(array: A, moved: Set<ArrayBuffer>): A {
  const { buffer } = array;
  const isWhole = array.byteLength >= leastShare * buffer.byteLength;
  // A buffer of which the array uses at least half can be transferred, because no other array is in it: small arrays
  // share only buffers that are at least eight times as large.
  const mine = isWhole && buffer instanceof ArrayBuffer && !moved.has(buffer) ? array : (array.slice() as A);
  if (mine.buffer instanceof ArrayBuffer) moved.add(mine.buffer);
  return mine;
}
