/**
 * liblzo2 decompresses the LZO streams that we write, and we decompress those of liblzo2. The test parquet-java.test.ts covers the framing
 * around the streams, which liblzo2 does not support.
 */
import { lzo } from '@marquetry/codec-lzo';
import { isParquetError } from '@marquetry/core';
import { bigEndian, compress, decompress, letters } from '@marquetry/test-support/codec-bytes.js';
import { hex } from '@marquetry/test-support/hex.js';
import { describe, expect, test } from 'vitest';
import { firstDifference, framed } from '../../packages/codec-lzo/test/framed.js';
import { faults, vectors } from '../../packages/codec-lzo/test/vectors.js';
import { askLzo, type LzoAnswer, lzoVersion } from './run-lzo.js';

const version = lzoVersion();
if (version === undefined)
  test.skip('liblzo2 reads and writes the same LZO streams (skipped: liblzo2 is not installed, see MARQUETRY_LZO)', () => {});

/** Returns bytes that make a compressor use every LZO instruction: near and far repeats, runs, and noise. */
function sample(seed: number, length: number): Uint8Array {
  const random = letters(length + seed + 1, 256);
  const bytes = new Uint8Array(length);
  for (let at = 0, i = seed % 97; at < length; i += 3) {
    const next = (k: number): number => random[(i + k) % random.length] as number;
    const count = Math.min(length - at, next(0) % 8 === 0 ? next(1) * 7 + 1 : (next(1) % 24) + 1);
    const back = [1, 3, 256, 2048, 3072, 16_384, 49_151][next(0) % 7] as number;
    if (next(2) < 90 || at === 0) for (let k = 0; k < count; k++) bytes[at + k] = next(k + 3);
    else for (let k = 0; k < count; k++) bytes[at + k] = bytes[Math.max(0, at + k - 1 - (next(2) % back))] as number;
    at += count;
  }
  return bytes;
}

const corpora: readonly Uint8Array[] = [
  ...[0, 1, 2, 3, 4, 5, 20, 239, 300].flatMap((length) => [letters(length, 2), letters(length, 256)]),
  ...[1, 2, 4, 16, 256].map((kinds) => letters(150_000, kinds)),
  ...Array.from({ length: 30 }, (_, i) => sample(i, 300 + i * 4000)),
  new TextEncoder().encode('a page of a column, and of another one. '.repeat(2000)),
];

/** Returns the LZO streams in the output of `compress`, with the decompressed size of each. */
function streamsOf(packed: Uint8Array): { readonly unpack: Uint8Array; readonly size: number }[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  const streams = [];
  for (let at = 0; at < packed.length; ) {
    const [size, length] = [view.getUint32(at), view.getUint32(at + 4)];
    streams.push({ unpack: packed.subarray(at + 8, at + 8 + length), size });
    at += 8 + length;
  }
  return streams;
}

describe.skipIf(version === undefined)(`LZO streams exchanged with liblzo2 ${version}`, () => {
  test('liblzo2 decompresses the LZO streams that we compress', () => {
    const jobs = corpora.flatMap((raw) => streamsOf(compress(lzo, raw)));
    const answers = askLzo(jobs);
    let next = 0;
    for (const raw of corpora) {
      for (let at = 0, first = true; first || at < raw.length; first = false) {
        const { bytes, code } = answers[next++] as LzoAnswer;
        expect(code).toBe(0);
        expect(firstDifference(bytes, raw.subarray(at, at + bytes.length))).toBe(-1);
        at += bytes.length;
      }
    }
    expect(next).toBe(jobs.length);
  });

  test.each(['lzo1x_1', 'lzo1x_1_15', 'lzo1x_999'] as const)(
    'we decompress the LZO streams that liblzo2 compresses with %s',
    (level) => {
      const answers = askLzo(corpora.map((raw) => ({ pack: raw, with: level })));
      for (const [i, { bytes, code }] of answers.entries()) {
        const raw = corpora[i] as Uint8Array;
        expect(code).toBe(0);
        expect(firstDifference(decompress(lzo, framed(raw.length, bytes), raw.length), raw)).toBe(-1);
      }
    },
  );

  test('liblzo2 decompresses the LZO test vectors, and rejects the faulty ones', () => {
    const answers = askLzo(vectors.map(({ stream, raw }) => ({ unpack: stream, size: raw.length })));
    expect(answers.map(({ code }) => code)).toEqual(vectors.map(() => 0));
    for (const [i, { bytes }] of answers.entries()) expect(bytes).toEqual(vectors[i]?.raw);
    const refused = askLzo(faults.map(([, stream, size]) => ({ unpack: hex(stream), size })));
    for (const [i, { code }] of refused.entries()) expect(code, faults[i]?.[0]).toBeLessThan(0);
  });

  test('liblzo2 agrees with us on 20,000 damaged streams: both return the same bytes, or both reject the stream', () => {
    const sound = askLzo(
      [300, 700, 5000].flatMap((length) =>
        (['lzo1x_1', 'lzo1x_999'] as const).map((level) => ({ pack: sample(length, length), with: level })),
      ),
    ).map(({ bytes }) => bytes);
    const random = letters(400_000, 65_536 / 256);
    const jobs = Array.from({ length: 20_000 }, (_, i) => {
      const stream = (sound[i % sound.length] as Uint8Array).slice();
      const size = [300, 300, 700, 700, 5000, 5000][i % 6] as number;
      for (let k = 0; k <= i % 3; k++) {
        const at = ((random[i * 9 + k * 3] as number) * 256 + (random[i * 9 + k * 3 + 1] as number)) % stream.length;
        stream[at] = random[i * 9 + k * 3 + 2] as number;
      }
      return { unpack: stream, size };
    });
    let unpacked = 0;
    for (const [i, { bytes, code }] of askLzo(jobs).entries()) {
      const { unpack, size } = jobs[i] as { unpack: Uint8Array; size: number };
      // We reject a stream that decompresses to fewer than `size` bytes, because Parquet states `size` for each stream.
      const expected = code === 0 && bytes.length === size ? bytes : undefined;
      if (expected !== undefined) unpacked++;
      expect(firstDifferenceOf(unpackOr(unpack, size), expected), `stream ${i}`).toBe(-1);
    }
    expect(unpacked).toBeGreaterThan(1000);
    expect(unpacked).toBeLessThan(19_000);
  });
});

function firstDifferenceOf(a: Uint8Array | undefined, b: Uint8Array | undefined): number {
  if (a === undefined || b === undefined) return a === b ? -1 : -2;
  return firstDifference(a, b);
}

function unpackOr(stream: Uint8Array, size: number): Uint8Array | undefined {
  try {
    return decompress(lzo, [...bigEndian(size), ...bigEndian(stream.length), ...stream], size);
  } catch (error) {
    if (isParquetError(error)) return undefined;
    throw error;
  }
}
