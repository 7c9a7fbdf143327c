/**
 * Takes a sample of a column, and measures the size of the sample in each encoding.
 *
 *   without a dictionary    bytes of the encoded sample, compressed
 *   with a dictionary       bytes of the sample's indices, scaled to the index width of the whole chunk
 *                           + the sample's share of the dictionary page: bytes per entry * expected entries * sample / chunk
 */
import { type Encoding, EncodingId, knownEncoding, PhysicalType, type Values } from '@marquetry/core';
import type { EncodingSample } from './encoding-policy.js';
import { expectedDictionary } from './expected-dictionary.js';
import { sampledValues } from './sampled-values.js';
import type { ChunkSettings } from './settings.js';

/** A chunk is assumed to have at least this many values unless the sample is known to include its last value. */
const expectedValues = 2 ** 18;

/** The settings for measuring a sample. `dictionary` is undefined if no dictionary may be used. */
export type SampleSettings = Pick<
  ChunkSettings,
  'leaf' | 'encodings' | 'encoderOptions' | 'codec' | 'dictionary' | 'kernels' | 'limits'
>;

/**
 * Takes a sample of `values[from, to)`.
 * @param complete True if these are all the values of the chunk.
 */
export function createSample(
  values: Values,
  from: number,
  to: number,
  complete: boolean,
  settings: SampleSettings,
): EncodingSample {
  const { leaf, codec, encodings, encoderOptions, dictionary: bounds } = settings;
  const sample = sampledValues(values, from, to, settings);
  const expected = complete ? to - from : Math.max(to - from, expectedValues);
  const packedSize = (bytes: Uint8Array): number => codec?.compress?.(bytes).length ?? bytes.length;
  const encode = (encoding: Encoding, of: Values): Uint8Array => {
    const encoder = encoding.encoder?.(leaf, encoderOptions);
    encoder?.write(of, 0, of.length);
    return encoder?.finish() ?? new Uint8Array(0);
  };
  const withDictionary = (encoding: Encoding): number => {
    const share = bounds === undefined ? undefined : expectedDictionary(sample, expected, leaf, bounds);
    if (share === undefined) return Number.POSITIVE_INFINITY;
    const { indices, dictionary, entries } = share;
    const { length, type } = sample;
    const pages = packedSize(encode(encoding, { layout: 'dictionary', type, length, indices, dictionary }));
    const plain = encodings.resolve(EncodingId.PLAIN, leaf);
    const perEntry = packedSize(encode(plain, dictionary)) / Math.max(dictionary.length, 1);
    const wider = bitsOf(entries) / bitsOf(dictionary.length);
    return pages * wider + (perEntry * entries * length) / Math.max(expected, 1);
  };
  return {
    values: sample,
    candidates: [...encodings].filter((encoding) => isCandidate(encoding, settings)).map(({ id }) => id),
    measure(id) {
      const encoding = encodings.resolve(id, leaf);
      if (encoding.encoder === undefined) return Number.POSITIVE_INFINITY;
      return encoding.usesDictionary ? withDictionary(encoding) : packedSize(encode(encoding, sample));
    },
  };
}

/** Returns the number of bits per index into a dictionary with this many entries. */
function bitsOf(entries: number): number {
  return Math.max(1, Math.ceil(Math.log2(Math.max(entries, 1))));
}

function isCandidate(encoding: Encoding, { leaf, dictionary }: SampleSettings): boolean {
  if (encoding.encoder === undefined || !encoding.supports(leaf)) return false;
  // Encodings whose standing is not `current` are written only if the caller passes their id.
  if (knownEncoding(encoding.id)?.standing !== 'current') return false;
  return !encoding.usesDictionary || (dictionary !== undefined && leaf.type !== PhysicalType.BOOLEAN);
}
