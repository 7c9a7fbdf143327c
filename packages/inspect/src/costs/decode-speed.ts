/**
 * Measures how fast each of several written files decodes, so that the order of measuring does not affect the result.
 *
 *   warm up     all files, until the engine has compiled the code that they share
 *   round 1     A  B  C  ...      each repeated until it takes long enough for the clock
 *   round 2     ...  C  B  A      in the opposite order, so that no file always runs after the same one
 *   ...
 *   result      the median of the rounds, for each file
 */
import type { CodecRegistry, EncodingRegistry, Values } from '@marquetry/core';
import { bytesSource, openFile } from '@marquetry/file';

/** Returns the current time in milliseconds; tests use a simulated clock. */
export type Clock = () => number;

/** Decodes a column once, and returns the number of bytes that its values take if PLAIN-encoded. */
export type Decode = () => Promise<number>;

/** Number of measuring rounds. It is odd, so that the median is a measured value. */
const rounds = 5;
/** Minimum time to spend on one file per round, in milliseconds. */
const leastMilliseconds = 10;
/** Maximum number of times to decode one file per round. */
const mostRepeats = 1000;
/** Minimum time to spend on the warm-up runs of each file, in milliseconds. */
const warmMilliseconds = 20;
/** Minimum number of warm-up runs per file. */
const leastWarm = 2;

/**
 * Returns the decode speed of each function in `ways`, in megabytes per second; null if the column has no values. Calls
 * `onRound` after each measurement.
 */
export async function decodeSpeeds(
  ways: readonly Decode[],
  { clock = () => performance.now(), onRound = async () => {} }: { clock?: Clock; onRound?: () => Promise<void> } = {},
): Promise<readonly (number | null)[]> {
  const sizes: number[] = [];
  const repeats: number[] = [];
  for (const decode of ways) {
    let size = 0;
    let runs = 0;
    let spent = 0;
    let last = 0;
    while (runs < leastWarm || (spent < warmMilliseconds && runs < mostRepeats)) {
      const start = clock();
      size = await decode();
      last = clock() - start;
      spent += last;
      runs++;
    }
    sizes.push(size);
    // The last warm-up run is the best estimate of the time at full speed.
    const each = Math.min(last, spent / runs);
    repeats.push(Math.max(1, Math.min(mostRepeats, each > 0 ? Math.ceil(leastMilliseconds / each) : mostRepeats)));
    await onRound();
  }
  const times: number[][] = ways.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < ways.length; i++) {
      const way = round % 2 === 0 ? i : ways.length - 1 - i;
      const count = repeats[way] as number;
      const start = clock();
      for (let run = 0; run < count; run++) await (ways[way] as Decode)();
      times[way]?.push((clock() - start) / count);
      await onRound();
    }
  }
  return times.map((measured, i) => {
    const size = sizes[i] as number;
    const median = medianOf(measured);
    return size === 0 || median === 0 ? null : size / 1000 / median;
  });
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Returns a function that decodes the only column of a file. */
export async function decodeOf(
  bytes: Uint8Array,
  plugIns: { readonly encodings: EncodingRegistry; readonly codecs: CodecRegistry },
  signal: AbortSignal | undefined,
): Promise<Decode> {
  const file = await openFile(bytesSource(bytes), plugIns);
  const [leaf] = file.schema.leaves;
  const read = { decodeDictionaries: true, ...(signal && { signal }) };
  return async () => {
    let plainBytes = 0;
    if (leaf === undefined) return plainBytes;
    for await (const { values } of file.columnPieces(leaf, read)) plainBytes += plainSize(values);
    return plainBytes;
  };
}

/** Returns the number of bytes that the values take if PLAIN-encoded. */
function plainSize(values: Values): number {
  switch (values.layout) {
    case 'bits':
      return Math.ceil(values.length / 8);
    case 'fixed':
      return values.length * values.width;
    case 'bytes':
      return (values.offsets[values.length] ?? 0) - (values.offsets[0] ?? 0) + 4 * values.length;
    case 'dictionary':
      return 0;
  }
}
