/**
 * Encodes the values of page after page: chooses the encoding, keeps the dictionary, and goes on without it when it is full.
 *
 *   first page with a value    the policy chooses from a sample
 *   dictionary full            the policy chooses again, without dictionaries
 *
 * Pages made with the dictionary stay as they are: their indices have the width that the dictionary needed at the time.
 */
import { flatten } from '@marquetry/column';
import {
  EncodingId,
  type FlatValues,
  nameOf,
  ParquetError,
  type Steps,
  sliceValues,
  type Values,
} from '@marquetry/core';
import { type ChunkDictionary, createChunkDictionary } from './chunk-dictionary.js';
import { createSample } from './sample.js';
import type { ChunkSettings } from './settings.js';
import { encodeValues, writableEncoding } from './value-encoder.js';

/** The encoded values of one page. */
interface PageValues {
  readonly encoding: number;
  readonly bytes: Uint8Array;
  /** The values as indices into the dictionary; undefined if the encoding does not use one. */
  readonly indices?: Int32Array;
}

/** Values to sample when an encoding is to be chosen. */
export interface AtHand {
  readonly values: Values;
  readonly from: number;
  readonly to: number;
  /** True if the chunk has no other values. */
  readonly complete: boolean;
}

/** See {@link createValueWriter}. */
export interface ValueWriter {
  /** Encodes `values[from, to)` as one page. Choosing an encoding is a step of its own. */
  encode(values: Values, from: number, to: number, atHand: AtHand): Steps<PageValues>;
  /** The entries so far; undefined until a page uses them. */
  readonly dictionary: FlatValues | undefined;
  /** Bytes that the dictionary takes as PLAIN. */
  readonly dictionaryBytes: number;
  /** The encoding of the dictionary page: PLAIN, or PLAIN_DICTIONARY if pages are in that. */
  readonly dictionaryEncoding: number;
  /** True while every value is an entry of the dictionary. */
  readonly covered: boolean;
}

const emptyPage: PageValues = { encoding: EncodingId.PLAIN, bytes: new Uint8Array(0) };

/** @throws ParquetError UNSUPPORTED or INVALID_ARGUMENT if an encoding is asked for that cannot be written. */
export function createValueWriter(settings: ChunkSettings): ValueWriter {
  const { leaf, encodings, encoderOptions, encoding, kernels, limits } = settings;
  const explicit = typeof encoding === 'number' ? encoding : undefined;
  const bounds = settings.dictionary;
  const usesDictionary = (id: number): boolean => writableEncoding(encodings, id, leaf).usesDictionary;
  if (explicit !== undefined && usesDictionary(explicit) && bounds === undefined) {
    const what = `encoding ${nameOf(EncodingId, explicit)} needs a dictionary, but \`dictionary: false\` was given`;
    throw new ParquetError('INVALID_ARGUMENT', what);
  }
  let chosen = explicit;
  let dictionary: ChunkDictionary | undefined;
  let used = false;
  let full = false;
  let dictionaryEncoding: number = EncodingId.PLAIN;

  const choose = ({ values, from, to, complete }: AtHand): number => {
    // An encoding given by id does not say how to go on without its dictionary.
    if (typeof encoding === 'number') return EncodingId.PLAIN;
    const available = full ? undefined : bounds;
    const id = encoding(leaf, createSample(values, from, to, complete, { ...settings, dictionary: available }));
    if (usesDictionary(id) && available === undefined) {
      throw new ParquetError('INVALID_ARGUMENT', `the encoding policy chose ${id}, which needs a dictionary`);
    }
    return id;
  };

  const encodeFlat = (id: number, values: Values, from: number, to: number): Uint8Array =>
    encodeValues(writableEncoding(encodings, id, leaf), leaf, encoderOptions, values, from, to);

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
    return { encoding: id, bytes: encodeFlat(id, page, 0, length), indices };
  };

  return {
    *encode(values, from, to, atHand) {
      const isEmpty = from === to;
      // A sample of nothing tells nothing: the choice waits for a value.
      if (chosen === undefined && isEmpty) return emptyPage;
      if (chosen === undefined) {
        chosen = choose(atHand);
        yield;
      }
      if (usesDictionary(chosen)) {
        // A chunk without entries has no dictionary page, so no page may refer to one.
        if (isEmpty && !used) return emptyPage;
        const page = encodeIndices(chosen, values, from, to);
        if (page !== undefined) return page;
        chosen = choose(atHand);
        yield;
      }
      if (values.layout !== 'dictionary') return { encoding: chosen, bytes: encodeFlat(chosen, values, from, to) };
      const flat = flatten(sliceValues(values, from, to), leaf, { kernels, limits });
      return { encoding: chosen, bytes: encodeFlat(chosen, flat, 0, flat.length) };
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
