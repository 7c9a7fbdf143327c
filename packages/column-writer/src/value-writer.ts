/**
 * Encodes the values of successive pages: chooses the encoding, maintains the dictionary, and stops using the
 * dictionary when it is full.
 *
 *   first page with a value    the policy chooses from a sample
 *   dictionary full            the policy chooses again, without dictionaries
 *
 * Pages that already use the dictionary are not changed. Their indices have the width that was needed when they were
 * written.
 */
import { decodeDictionary } from '@marquetry/column';
import {
  type DirectValues,
  EncodingId,
  nameOf,
  ParquetError,
  type Steps,
  sliceValues,
  type Values,
} from '@marquetry/core';
import { type ChunkDictionary, createChunkDictionary } from './chunk-dictionary.js';
import { createSample } from './sample.js';
import type { ChunkSettings } from './settings.js';
import { type EncodedValues, encodeValues, writableEncoding } from './value-encoder.js';

/** The encoded values of one page. */
interface PageValues {
  readonly encoding: number;
  readonly bytes: Uint8Array;
  /** Lets later pages reuse the memory of `bytes`, which must not be used afterwards. */
  release(): void;
  /** The values as dictionary indices; undefined if the encoding does not use a dictionary. */
  readonly indices?: Int32Array;
}

/** The values that are available as a sample when an encoding is chosen. */
export interface AtHand {
  readonly values: Values;
  readonly from: number;
  readonly to: number;
  /** True if `values[from, to)` are all the values of the chunk. */
  readonly complete: boolean;
}

/** Encodes the values of a chunk; created by {@link createValueWriter}. */
export interface ValueWriter {
  /** Encodes `values[from, to)` as one page. If an encoding must be chosen first, that is a separate step. */
  encode(values: Values, from: number, to: number, atHand: AtHand): Steps<PageValues>;
  /** The dictionary entries so far; undefined until a page uses the dictionary. */
  readonly dictionary: DirectValues | undefined;
  /** Number of bytes that the dictionary takes when PLAIN-encoded. */
  readonly dictionaryBytes: number;
  /** The encoding of the dictionary page: PLAIN, or PLAIN_DICTIONARY if the data pages use PLAIN_DICTIONARY. */
  readonly dictionaryEncoding: number;
  /** True if every value so far is an entry of the dictionary. */
  readonly covered: boolean;
}

const emptyPage: PageValues = { encoding: EncodingId.PLAIN, bytes: new Uint8Array(0), release: () => undefined };

/**
 * Creates the value writer of a chunk.
 * @throws ParquetError UNSUPPORTED or INVALID_ARGUMENT if the requested encoding cannot be written.
 */
export function createValueWriter(settings: ChunkSettings): ValueWriter {
  return new ChosenEncoding(settings);
}

/** The value writer is a class to save memory, because there is one object per chunk. */
class ChosenEncoding implements ValueWriter {
  dictionaryEncoding: number = EncodingId.PLAIN;
  declare private readonly settings: ChunkSettings;
  /** The chosen encoding; undefined until the chunk has a value. */
  private chosen: number | undefined;
  private entries: ChunkDictionary | undefined = undefined;
  private isUsed = false;
  private isFull = false;

  constructor(settings: ChunkSettings) {
    const { encoding, dictionary } = settings;
    this.settings = settings;
    this.chosen = typeof encoding === 'number' ? encoding : undefined;
    if (this.chosen !== undefined && this.usesDictionary(this.chosen) && dictionary === undefined) {
      const what = `encoding ${nameOf(EncodingId, this.chosen)} needs a dictionary, but \`dictionary: false\` was given`;
      throw new ParquetError('INVALID_ARGUMENT', what);
    }
  }

  *encode(values: Values, from: number, to: number, atHand: AtHand): Steps<PageValues> {
    const isEmpty = from === to;
    // A policy needs a sample, so it is not called before the chunk has a value.
    if (this.chosen === undefined && isEmpty) return emptyPage;
    if (this.chosen === undefined) {
      this.chosen = this.choose(atHand);
      yield;
    }
    if (this.usesDictionary(this.chosen)) {
      // A chunk whose dictionary has no entries has no dictionary page, so none of its pages may use a dictionary
      // encoding.
      if (isEmpty && !this.isUsed) return emptyPage;
      const page = this.encodeIndices(this.chosen, values, from, to);
      if (page !== undefined) return page;
      this.chosen = this.choose(atHand);
      yield;
    }
    const encoding = this.chosen;
    if (values.layout !== 'dictionary') return { encoding, ...this.encodeFlat(encoding, values, from, to) };
    const flat = decodeDictionary(sliceValues(values, from, to), this.settings.leaf, this.settings);
    return { encoding, ...this.encodeFlat(encoding, flat, 0, flat.length) };
  }

  get dictionary(): DirectValues | undefined {
    return this.isUsed ? this.entries?.values : undefined;
  }

  get dictionaryBytes(): number {
    return this.entries?.byteLength ?? 0;
  }

  get covered(): boolean {
    return this.isUsed && !this.isFull;
  }

  private usesDictionary(id: number): boolean {
    const { encodings, leaf } = this.settings;
    return writableEncoding(encodings, id, leaf).usesDictionary;
  }

  private choose({ values, from, to, complete }: AtHand): number {
    const { settings } = this;
    const { encoding, leaf } = settings;
    // If the caller chose the encoding by its id, PLAIN is used once the dictionary is full.
    if (typeof encoding === 'number') return EncodingId.PLAIN;
    const available = this.isFull ? undefined : settings.dictionary;
    const id = encoding(leaf, createSample(values, from, to, complete, { ...settings, dictionary: available }));
    if (this.usesDictionary(id) && available === undefined) {
      throw new ParquetError(
        'INVALID_ARGUMENT',
        `the encoding policy chose ${nameOf(EncodingId, id)}, but dictionaries are off or full`,
      );
    }
    return id;
  }

  private encodeFlat(id: number, values: Values, from: number, to: number): EncodedValues {
    const { encoderOptions, encodings, leaf } = this.settings;
    return encodeValues(writableEncoding(encodings, id, leaf), leaf, encoderOptions, values, from, to);
  }

  private encodeIndices(id: number, values: Values, from: number, to: number): PageValues | undefined {
    const { dictionary: bounds, kernels, leaf, limits } = this.settings;
    if (bounds === undefined || this.isFull) return undefined;
    this.entries ??= createChunkDictionary(leaf, bounds, kernels, limits);
    const indices = this.entries.add(values, from, to);
    if (indices === undefined) {
      this.isFull = true;
      return undefined;
    }
    this.isUsed = true;
    if (id === EncodingId.PLAIN_DICTIONARY) this.dictionaryEncoding = id;
    const { length } = indices;
    const page: Values = { layout: 'dictionary', type: leaf.type, length, indices, dictionary: this.entries.values };
    return { encoding: id, ...this.encodeFlat(id, page, 0, length), indices };
  }
}
