/**
 * Chooses the values to sample. If there are few values, the sample contains all of them. Otherwise, it contains
 * several ranges of consecutive values, spread from beginning to end, so that it preserves the order of neighboring
 * values and covers all parts of the data.
 *
 *   at hand   |----------------------------------------------------|
 *   sample    |####|          |####|          |####|          |####|
 */
import { appendValues, gatherInto } from '@marquetry/bit-io';
import { createColumnBuffer, type DirectValues, type Values } from '@marquetry/core';
import { plainBytes, valuesWithin } from './plain-bytes.js';
import type { ChunkSettings } from './settings.js';

/**
 * Number of values in a sample. Every candidate encodes the sample, so it must be small compared with a chunk, but
 * large enough to be representative.
 */
const leastSample = 2048;
const largestSample = 8192;
const sampleShare = 1 / 32;
const stretches = 4;
/**
 * Maximum number of bytes of a PLAIN-encoded sample. If values are long, the sample has fewer of them, so that choosing
 * an encoding takes no longer than writing a few pages.
 */
const largestSampleBytes = 2 ** 22;

/** Returns a sample of `values[from, to)`, as a copy in which dictionary indices are replaced with values. */
export function sampledValues(
  values: Values,
  from: number,
  to: number,
  { leaf, kernels, limits }: Pick<ChunkSettings, 'leaf' | 'kernels' | 'limits'>,
): DirectValues {
  const buffer = createColumnBuffer(leaf, { limits });
  const add = (start: number, end: number): void => {
    if (values.layout === 'dictionary') {
      gatherInto(buffer, values.dictionary, values.indices, start, end - start, kernels);
    } else {
      appendValues(buffer, values, start, end);
    }
  };
  const count = to - from;
  const wanted = Math.min(count, largestSample, Math.max(leastSample, Math.floor(count * sampleShare)));
  const isAll = wanted === count && plainBytes(values, from, to) <= largestSampleBytes;
  if (isAll || count < stretches) {
    add(from, to);
    return buffer.values;
  }
  const size = Math.floor(wanted / stretches);
  for (let k = 0; k < stretches; k++) {
    const start = from + Math.floor(((count - size) * k) / (stretches - 1));
    const within = valuesWithin(values, start, start + size, largestSampleBytes / stretches);
    add(start, Math.max(within, start + 1));
  }
  return buffer.values;
}
