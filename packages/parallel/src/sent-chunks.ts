/**
 * Converts the options, rows and pages of column chunks to messages. Options and rows are sent to a worker, which sends
 * pages back.
 */
import {
  type ChunkWriterOptions,
  compatibleEncoding,
  type EncodingPolicy,
  smallestEncoding,
  smallestOfAll,
  type WriteBatch,
  type WrittenChunk,
} from '@marquetry/column-writer';
import { type BytesValues, copyValues, type DirectValues, type Nulls, type Values } from '@marquetry/core';
import type { PlugInName, SentBatch, SentOptions } from './messages.js';
import { movable } from './sent-columns.js';

/** The encoding policies. The keys are their names in messages. */
export const policies: Readonly<Record<string, EncodingPolicy>> = {
  smallestEncoding,
  smallestOfAll,
  compatibleEncoding,
};

/** Converts options to a message. Returns undefined if an option cannot be sent. */
export function sentOptions(options: ChunkWriterOptions): SentOptions | undefined {
  const { encoding = smallestEncoding, encodings, codec, kernels: _kernels, ...rest } = options;
  const chosen = typeof encoding === 'number' ? encoding : nameOfPolicy(encoding);
  if (chosen === undefined) return undefined;
  const names = [...encodings].map(nameOfPlugIn);
  const sent: SentOptions = { ...rest, encoding: chosen, encodings: names, codec: codec && nameOfPlugIn(codec) };
  try {
    return structuredClone(sent);
  } catch {
    return undefined;
  }
}

function nameOfPolicy(policy: EncodingPolicy): string | undefined {
  return Object.keys(policies).find((name) => policies[name] === policy);
}

function nameOfPlugIn({ id, name }: PlugInName): PlugInName {
  return { id, name };
}

/** Converts the rows of one chunk to messages for a worker. */
export interface BatchSender {
  /**
   * Returns a message with a copy of the rows. The message includes a dictionary only if no earlier message has
   * included it.
   */
  send(batch: WriteBatch): { readonly batch: SentBatch; readonly moved: ArrayBuffer[]; readonly byteLength: number };
}

export function createBatchSender(): BatchSender {
  let dictionary: DirectValues | undefined;
  return {
    send: ({ values, nulls, slotCount, rowCount, firstRow }) => {
      const moved: ArrayBuffer[] = [];
      let byteLength = 0;
      const add = ({ buffer }: ArrayBufferView): void => {
        byteLength += buffer.byteLength;
        if (buffer instanceof ArrayBuffer) moved.push(buffer);
      };
      const sent = copiedValues(values, dictionary);
      if (values.layout === 'dictionary') dictionary = values.dictionary;
      for (const array of arraysOf(sent)) add(array);
      const copied = copiedNulls(nulls, slotCount);
      for (const array of arraysOfNulls(copied)) add(array);
      return { batch: { values: sent, nulls: copied, slotCount, rowCount, firstRow }, moved, byteLength };
    },
  };
}

/** Returns a function that converts the messages of one chunk back to rows. */
export function createBatchReceiver(): (batch: SentBatch) => WriteBatch {
  let dictionary: DirectValues | undefined;
  const received = (values: SentBatch['values']): Values => {
    if (values.layout === 'bytes') return fromZero(values);
    if (values.layout === 'dictionary') {
      dictionary = values.dictionary;
      return values;
    }
    if (values.layout !== 'sent-dictionary') return values;
    if (dictionary === undefined) throw new Error('rows refer to a dictionary that was never sent');
    const { indices } = values;
    return { layout: 'dictionary', type: dictionary.type, length: indices.length, indices, dictionary };
  };
  return ({ values, nulls, slotCount, rowCount, firstRow = 0 }) => ({
    values: received(values),
    ...{ nulls, slotCount, rowCount, firstRow },
  });
}

/**
 * Copies values for a message. Copies the offsets of byte arrays unchanged, which is fast; the worker adjusts them with
 * {@link fromZero}.
 */
function copiedValues(values: Values, known: DirectValues | undefined): SentBatch['values'] {
  if (values.layout === 'bytes') {
    const { length } = values;
    const offsets = values.offsets.slice(0, length + 1);
    return { ...values, offsets, data: new Uint8Array(values.data.subarray(offsets[0], offsets[length])) };
  }
  if (values.layout === 'dictionary' && values.dictionary === known) {
    return { layout: 'sent-dictionary', dictionary: 0, indices: values.indices.slice(0, values.length) };
  }
  return copyValues(values);
}

/** Subtracts the first offset of byte arrays from all offsets, in place, so that they start at 0. */
function fromZero(values: BytesValues): BytesValues {
  const { offsets } = values;
  const start = offsets[0] as number;
  if (start > 0) for (let i = 0; i < offsets.length; i++) offsets[i] = (offsets[i] as number) - start;
  return values;
}

function arraysOf(values: SentBatch['values']): ArrayBufferView[] {
  switch (values.layout) {
    case 'bits':
    case 'fixed':
      return [values.data];
    case 'bytes':
      return [values.offsets, values.data];
    case 'dictionary':
      return [values.indices, ...arraysOf(values.dictionary)];
    case 'sent-dictionary':
      return [values.indices];
  }
}

function copiedNulls(nulls: Nulls, slotCount: number): Nulls {
  switch (nulls.kind) {
    case 'none':
      return nulls;
    case 'bitmap':
      return { ...nulls, bits: new Uint8Array(nulls.bits.subarray(0, Math.ceil(slotCount / 8))) };
    case 'levels': {
      const levels = { ...nulls, definition: new Uint8Array(nulls.definition.subarray(0, slotCount)) };
      return nulls.repetition === undefined
        ? levels
        : { ...levels, repetition: new Uint8Array(nulls.repetition.subarray(0, slotCount)) };
    }
  }
}

function arraysOfNulls(nulls: Nulls): ArrayBufferView[] {
  if (nulls.kind === 'none') return [];
  if (nulls.kind === 'bitmap') return [nulls.bits];
  return nulls.repetition === undefined ? [nulls.definition] : [nulls.definition, nulls.repetition];
}

/** Converts a finished chunk to a message. The memory of its pages is transferred, not copied. */
export function sentChunk(chunk: WrittenChunk): { readonly chunk: WrittenChunk; readonly moved: ArrayBuffer[] } {
  const moved = new Set<ArrayBuffer>();
  const { parts, bloomFilter, ...rest } = chunk;
  const pages = parts.map((part) => movable(part, moved));
  const filter = bloomFilter === undefined ? {} : { bloomFilter: movable(bloomFilter, moved) };
  return { chunk: { ...compacted(rest), parts: pages, ...filter }, moved: [...moved] };
}

/**
 * Returns statistics with copies of the minimum and maximum values. The originals are views, and sending a view would
 * copy its whole buffer.
 */
function compacted<T>(value: T): T {
  if (value instanceof Uint8Array) return new Uint8Array(value) as T;
  if (Array.isArray(value)) return (typeof value[0] === 'number' ? value : value.map(compacted)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, compacted(member)])) as T;
}
