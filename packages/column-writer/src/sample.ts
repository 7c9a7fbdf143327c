/**
 * Samples of a column, and what they would cost in each encoding.
 */
import { appendValues, gatherInto } from '@marquetry/bit-io';
import {
  type Codec,
  type ColumnType,
  createColumnBuffer,
  type EncoderOptions,
  type Encoding,
  EncodingId,
  type EncodingRegistry,
  type FlatValues,
  type Kernels,
  knownEncoding,
  type Limits,
  PhysicalType,
  type Values,
} from '@marquetry/core';
import { createDictionaryBuilder } from '@marquetry/dictionary';
import type { EncodingSample } from './encoding-policy.js';
import type { DictionaryBounds } from './options.js';

/** Values of a sample: few beside those at hand, since each is encoded once an encoding, but enough to tell. */
const leastSample = 2048;
const largestSample = 8192;
const sampleShare = 1 / 32;
/** Stretches that a sample consists of. */
const stretches = 4;
/** Values that a chunk is expected to have at least, unless it is known to end. */
const expectedValues = 2 ** 18;

export interface SampleOptions {
  readonly column: ColumnType;
  readonly encodings: EncodingRegistry;
  readonly encoderOptions: EncoderOptions | undefined;
  readonly codec: Codec | undefined;
  /** Undefined: no dictionary. */
  readonly dictionary: Required<DictionaryBounds> | undefined;
  readonly kernels: Kernels;
  readonly limits: Limits;
}

/**
 * A sample of `values[from, to)`.
 * @param complete True when the chunk has no other values.
 */
export function createSample(
  values: Values,
  from: number,
  to: number,
  complete: boolean,
  options: SampleOptions,
): EncodingSample {
  const { column, codec, encodings } = options;
  const sample = takeSample(values, from, to, options);
  const expected = complete ? to - from : Math.max(to - from, expectedValues);
  const packedSize = (bytes: Uint8Array): number => codec?.compress?.(bytes).length ?? bytes.length;
  const encode = (encoding: Encoding, of: Values): Uint8Array => {
    const encoder = encoding.encoder?.(column, options.encoderOptions);
    encoder?.write(of, 0, of.length);
    return encoder?.finish() ?? new Uint8Array(0);
  };
  return {
    values: sample,
    candidates: [...encodings].filter((encoding) => isCandidate(encoding, options)).map(({ id }) => id),
    measure(id) {
      const encoding = encodings.resolve(id, column);
      if (encoding.encoder === undefined) return Number.POSITIVE_INFINITY;
      if (!encoding.usesDictionary) return packedSize(encode(encoding, sample));
      if (options.dictionary === undefined) return Number.POSITIVE_INFINITY;
      const share = dictionaryShare(sample, expected, column, options.dictionary);
      if (share === undefined) return Number.POSITIVE_INFINITY;
      const { indices, dictionary, entries } = share;
      const { length, type } = sample;
      const pages = packedSize(encode(encoding, { layout: 'dictionary', type, length, indices, dictionary }));
      const plain = encodings.resolve(EncodingId.PLAIN, column);
      const perEntry = packedSize(encode(plain, dictionary)) / Math.max(dictionary.length, 1);
      const wider = bitsOf(entries) / bitsOf(dictionary.length);
      return pages * wider + (perEntry * entries * length) / Math.max(expected, 1);
    },
  };
}

function bitsOf(entries: number): number {
  return Math.max(1, Math.ceil(Math.log2(Math.max(entries, 1))));
}

function isCandidate(encoding: Encoding, { column, dictionary }: SampleOptions): boolean {
  if (encoding.encoder === undefined || !encoding.supports(column)) return false;
  // Other encodings are written if they are asked for by id.
  if (knownEncoding(encoding.id)?.standing !== 'current') return false;
  return !encoding.usesDictionary || (dictionary !== undefined && column.type !== PhysicalType.BOOLEAN);
}

/** All values, or stretches from beginning to end: neighbours stay neighbours, and drift shows. */
function takeSample(values: Values, from: number, to: number, options: SampleOptions): FlatValues {
  const { column, kernels, limits } = options;
  const buffer = createColumnBuffer(column, { limits });
  const add = (start: number, end: number): void => {
    if (values.layout === 'dictionary') {
      gatherInto(buffer, values.dictionary, values.indices, start, end - start, kernels);
    } else {
      appendValues(buffer, values, start, end);
    }
  };
  const count = to - from;
  const wanted = Math.min(largestSample, Math.max(leastSample, Math.floor(count * sampleShare)));
  if (count <= wanted) {
    add(from, to);
  } else {
    const size = Math.floor(wanted / stretches);
    for (let k = 0; k < stretches; k++) {
      const start = from + Math.floor(((count - size) * k) / (stretches - 1));
      add(start, start + size);
    }
  }
  return buffer.values;
}

/**
 * The dictionary of the sample, and how many entries one of `expected` values would have; undefined when they pass the
 * bounds. Values that both halves of the sample hold tell how many there are at all (Lincoln and Petersen's estimate
 * from marked fish caught again); where the halves share none, entries grow with the values.
 */
function dictionaryShare(
  sample: FlatValues,
  expected: number,
  column: ColumnType,
  bounds: Required<DictionaryBounds>,
): { readonly indices: Int32Array; readonly dictionary: FlatValues; readonly entries: number } | undefined {
  const { length } = sample;
  const half = length >> 1;
  const whole = createDictionaryBuilder(column);
  const front = whole.add(sample, 0, half);
  const first = whole.values.length;
  const back = whole.add(sample, half, length);
  const second = createDictionaryBuilder(column);
  second.add(sample, half, length);
  if (front === undefined || back === undefined) return undefined;
  const indices = new Int32Array(length);
  indices.set(front);
  indices.set(back, half);
  const dictionary = whole.values;
  const shared = first + second.values.length - dictionary.length;
  const possible = shared > 0 ? (first * second.values.length) / shared : Number.POSITIVE_INFINITY;
  const growing = (dictionary.length / Math.max(length, 1)) * expected;
  const entries = expected === length ? dictionary.length : Math.max(dictionary.length, Math.min(possible, growing));
  const entryBytes = whole.byteLength / Math.max(dictionary.length, 1);
  if (entries > bounds.maxValues || entries * entryBytes > bounds.maxBytes) return undefined;
  return { indices, dictionary, entries };
}
