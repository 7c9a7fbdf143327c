/**
 * Which values of a chunk are sampled: all of them if they are few, otherwise stretches from beginning to end, so that
 * neighbours stay neighbours and drift shows.
 *
 *   at hand   |----------------------------------------------------|
 *   sample    |####|          |####|          |####|          |####|
 */
import { appendValues, gatherInto } from '@marquetry/bit-io';
import { createColumnBuffer, type DirectValues, type Values } from '@marquetry/core';
import { plainBytes, valuesWithin } from './plain-bytes.js';
import type { ChunkSettings } from './settings.js';

/** Values of a sample: few beside those at hand, since every candidate encodes them, but enough to tell. */
const leastSample = 2048;
const largestSample = 8192;
const sampleShare = 1 / 32;
const stretches = 4;
/** Bytes of a sample as PLAIN: long values are fewer, so that choosing an encoding takes no longer than some pages. */
const largestSampleBytes = 2 ** 22;

/** A copy of the sample of `values[from, to)`, as flat values. */
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
