/**
 * The values of page after page: chooses the encoding, keeps the dictionary, and goes on without it when it is full.
 *
 * Pages made with the dictionary stay: the width of their indices is that of the dictionary when they were made.
 */

import { flatten } from '@marquetry/column';
import {
  type ColumnType,
  type EncoderOptions,
  type Encoding,
  EncodingId,
  type EncodingRegistry,
  type FlatValues,
  type Kernels,
  type Limits,
  ParquetError,
  sliceValues,
  type ValueEncoder,
  type Values,
} from '@marquetry/core';
import { type ChunkDictionary, createChunkDictionary } from './chunk-dictionary.js';
import { type EncodingPolicy, smallestEncoding } from './encoding-policy.js';
import { type ChunkWriterOptions, dictionaryBoundsOf } from './options.js';
import { createSample } from './sample.js';

/** The values of one page. */
interface PageValues {
  readonly encoding: number;
  readonly bytes: Uint8Array;
  /** The values as indices into the dictionary, where the encoding uses one. */
  readonly indices?: Int32Array;
}

/** Values at hand when an encoding is to be chosen. */
export interface AtHand {
  readonly values: Values;
  readonly from: number;
  readonly to: number;
  /** True when the chunk has no others. */
  readonly complete: boolean;
}

export interface ValueWriter {
  /** Encodes `values[from, to)`, a page's. */
  encode(values: Values, from: number, to: number, atHand: AtHand): PageValues;
  /** The entries so far, once a page has used them. */
  readonly dictionary: FlatValues | undefined;
  /** Bytes that the dictionary takes as PLAIN. */
  readonly dictionaryBytes: number;
  /** What the dictionary page states: PLAIN, or PLAIN_DICTIONARY where that was asked for. */
  readonly dictionaryEncoding: number;
  /** True while every value is an entry of the dictionary. */
  readonly covered: boolean;
}

export function createValueWriter(options: ChunkWriterOptions, kernels: Kernels, limits: Limits): ValueWriter {
  const { leaf, encodings, encoderOptions, codec } = options;
  const bounds = dictionaryBoundsOf(options);
  const explicit = typeof options.encoding === 'number' ? options.encoding : undefined;
  const policy: EncodingPolicy = typeof options.encoding === 'function' ? options.encoding : smallestEncoding;
  if (explicit !== undefined && writable(encodings, explicit, leaf).usesDictionary && bounds === undefined) {
    throw new ParquetError('INVALID_ARGUMENT', 'an encoding that uses a dictionary, and no dictionary');
  }
  let chosen = explicit;
  let dictionary: ChunkDictionary | undefined;
  let used = false;
  let full = false;
  let dictionaryEncoding: number = EncodingId.PLAIN;

  const choose = (atHand: AtHand): number => {
    // What was asked for by name says nothing of how to go on without a dictionary.
    if (explicit !== undefined) return EncodingId.PLAIN;
    const sample = createSample(atHand.values, atHand.from, atHand.to, atHand.complete, {
      column: leaf,
      encodings,
      encoderOptions,
      codec,
      dictionary: full ? undefined : bounds,
      kernels,
      limits,
    });
    const id = policy(leaf, sample);
    if (writable(encodings, id, leaf).usesDictionary && (full || bounds === undefined)) {
      throw new ParquetError('INVALID_ARGUMENT', `the encoding policy chose ${id}, which needs a dictionary`);
    }
    return id;
  };

  const encodePage = (id: number, values: Values, from: number, to: number): Uint8Array => {
    const encoder = encoderOf(encodings, id, leaf, encoderOptions);
    encoder.write(values, from, to);
    return encoder.finish();
  };

  const encodeIndices = (id: number, values: Values, from: number, to: number): PageValues | undefined => {
    if (bounds === undefined || full) return undefined;
    dictionary ??= createChunkDictionary(leaf, bounds, kernels, limits);
    const indices = dictionary.add(values, from, to);
    if (indices === undefined) {
      full = true;
      return undefined;
    }
    used = true;
    if (id === EncodingId.PLAIN_DICTIONARY) dictionaryEncoding = id;
    const { length } = indices;
    const page: Values = { layout: 'dictionary', type: leaf.type, length, indices, dictionary: dictionary.values };
    return { encoding: id, bytes: encodePage(id, page, 0, length), indices };
  };

  return {
    encode(values, from, to, atHand) {
      const none = from === to;
      // Nothing tells how to write nothing: the choice waits for a value.
      if (chosen === undefined && none) return { encoding: EncodingId.PLAIN, bytes: new Uint8Array(0) };
      chosen ??= choose(atHand);
      if (writable(encodings, chosen, leaf).usesDictionary) {
        // Without entries there is no dictionary page, so that no page may refer to one.
        if (none && !used) return { encoding: EncodingId.PLAIN, bytes: new Uint8Array(0) };
        const page = encodeIndices(chosen, values, from, to);
        if (page !== undefined) return page;
        chosen = choose(atHand);
      }
      if (values.layout !== 'dictionary') return { encoding: chosen, bytes: encodePage(chosen, values, from, to) };
      const flat = flatten(sliceValues(values, from, to), leaf, { kernels, limits });
      return { encoding: chosen, bytes: encodePage(chosen, flat, 0, flat.length) };
    },
    get dictionary(): FlatValues | undefined {
      return used ? dictionary?.values : undefined;
    },
    get dictionaryBytes(): number {
      return dictionary?.byteLength ?? 0;
    },
    get dictionaryEncoding(): number {
      return dictionaryEncoding;
    },
    get covered(): boolean {
      return used && !full;
    },
  };
}

/** The encoding of an id, if it writes. PLAIN_DICTIONARY is RLE_DICTIONARY by another id, where the registry only reads it. */
function writable(encodings: EncodingRegistry, id: number, column: ColumnType): Encoding {
  const encoding = encodings.resolve(id, column);
  if (encoding.encoder !== undefined) return encoding;
  if (id === EncodingId.PLAIN_DICTIONARY) return writable(encodings, EncodingId.RLE_DICTIONARY, column);
  throw new ParquetError('UNSUPPORTED', `encoding ${encoding.name} (${id}) is read-only here`);
}

function encoderOf(
  encodings: EncodingRegistry,
  id: number,
  column: ColumnType,
  options: EncoderOptions | undefined,
): ValueEncoder {
  const encoding = writable(encodings, id, column);
  if (encoding.encoder !== undefined) return encoding.encoder(column, options);
  throw new ParquetError('UNSUPPORTED', `encoding ${encoding.name} (${id}) is read-only here`);
}
