import { isParquetError } from '@marquetry/core';
import { fullOr } from '@marquetry/test-support/full.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomBytes, randomNumbers, runs, samples, text } from './samples.js';
import { variants } from './variants.js';

/** Number of guard bytes before and after the output, which decompression must not change. */
const margin = 64;

/** Returns the decompressed bytes, or the code of the error. */
function outcome(decompress: (packed: Uint8Array, into: Uint8Array) => void, packed: Uint8Array, size: number) {
  const around = new Uint8Array(size + 2 * margin).fill(0xa5);
  // Other bytes follow the compressed bytes in memory. The codec must not read them.
  const input = new Uint8Array(packed.length + 32).fill(0xff);
  input.set(packed, 16);
  const into = around.subarray(margin, margin + size);
  let result: Uint8Array | string = into;
  try {
    decompress(input.subarray(16, 16 + packed.length), into);
  } catch (error) {
    if (!isParquetError(error)) throw error;
    result = error.code;
  }
  const outside = [...around.subarray(0, margin), ...around.subarray(margin + size)];
  if (outside.some((byte) => byte !== 0xa5)) throw new Error('wrote outside the bytes given');
  return result;
}

const damaged = ['TRUNCATED', 'CORRUPT'];

describe.each(Object.entries(variants))('codec variant %s', (_, { codec, compress, checked }) => {
  beforeAll(() => codec.prepare?.());
  const unpack = (packed: Uint8Array, size: number) => outcome(codec.decompress, packed, size);

  it.each(Object.entries(samples))('a round trip restores %s', (_, raw) => {
    expect(unpack(compress(raw), raw.length)).toEqual(raw);
  });

  it('every codec compresses and decompresses inputs of 0 to 300 bytes', () => {
    for (let length = 0; length <= 300; length += length < 70 ? 1 : fullOr(1, 23)) {
      for (const raw of [runs(length), text(length), randomBytes(length)]) {
        expect(unpack(compress(raw), length)).toEqual(raw);
      }
    }
  });

  it('no codec decompresses a sample to more than maxExpansion allows', () => {
    const { maxExpansion = Number.POSITIVE_INFINITY } = codec;
    for (const raw of [...Object.values(samples), new Uint8Array(fullOr(10_000_000, 1_000_000))]) {
      expect(raw.length).toBeLessThanOrEqual(compress(raw).length * maxExpansion);
    }
  });

  it('every codec rejects a stream whose decompressed size differs from the expected size', () => {
    for (const raw of [text(1000), runs(300), randomBytes(100)]) {
      const packed = compress(raw);
      for (const size of [0, 1, raw.length - 1, raw.length + 1, raw.length * 3]) {
        expect(damaged, `${size} for ${raw.length}`).toContain(unpack(packed, size));
      }
    }
  });

  it('every codec rejects a stream that is truncated at any byte', () => {
    for (const raw of [text(900), runs(400), randomBytes(64), new Uint8Array(5000)]) {
      const packed = compress(raw);
      for (let length = 0; length < packed.length; length += fullOr(1, 3)) {
        expect(damaged, `${length} of ${packed.length}`).toContain(unpack(packed.subarray(0, length), raw.length));
      }
    }
  });

  it('every codec rejects bytes after the end of the stream', () => {
    const raw = text(500);
    const packed = compress(raw);
    for (const extra of [Uint8Array.of(0), Uint8Array.of(1, 2, 3), randomBytes(40)]) {
      expect(damaged).toContain(unpack(Uint8Array.of(...packed, ...extra), raw.length));
    }
  });

  it('for a stream with a flipped bit, every codec returns bytes or throws a ParquetError', () => {
    for (const raw of [text(300), runs(200), randomBytes(40), new Uint8Array(1000)]) {
      const packed = compress(raw).slice();
      for (let bit = 0; bit < packed.length * 8; bit += fullOr(1, 13)) {
        packed[bit >> 3]! ^= 1 << (bit & 7);
        const result = unpack(packed, raw.length);
        packed[bit >> 3]! ^= 1 << (bit & 7);
        if (typeof result === 'string') expect(damaged).toContain(result);
        else if (checked) expect(result, `bit ${bit}`).toEqual(raw);
      }
    }
  });

  it('for bytes that are not a stream, or that only begin like one, every codec returns bytes or throws a ParquetError', () => {
    const next = randomNumbers(9);
    const head = compress(text(400));
    for (let round = 0; round < fullOr(1500, 300); round++) {
      const junk = randomBytes(next() % 200, round);
      const kept = next() % 30;
      if (round % 2 === 1) junk.set(head.subarray(0, Math.min(kept, junk.length)));
      const result = unpack(junk, next() % 500);
      if (typeof result === 'string') expect(damaged).toContain(result);
    }
  });

  it('every codec stops at the size of the page, and allocates no memory for output beyond it', () => {
    const bomb = compress(new Uint8Array(fullOr(50_000_000, 20_000_000)));
    const before = process.memoryUsage().arrayBuffers;
    expect(unpack(bomb, 1000)).toBe('CORRUPT');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
  });
});

describe('different variants of one codec, given damaged streams', () => {
  const pairs = [
    ['GZIP in JavaScript', 'GZIP on Node'],
    ['BROTLI in WebAssembly', 'BROTLI on Node'],
    ['ZSTD in WebAssembly', 'ZSTD on Node'],
    ['ZSTD in JavaScript', 'ZSTD on Node'],
  ] as const;

  const rounds = fullOr(3000, 400);
  it.each(pairs)('%s and %s accept and reject the same damaged streams', async (left, right) => {
    const a = variants[left]!;
    const b = variants[right]!;
    await a.codec.prepare?.();
    await b.codec.prepare?.();
    const next = randomNumbers(11);
    let accepted = 0;
    for (let round = 0; round < rounds; round++) {
      const raw = round % 2 === 0 ? text(200 + (next() % 600), round) : runs(next() % 500);
      const packed = a.compress(raw).slice();
      for (let i = next() % 3; i >= 0 && packed.length > 0; i--) {
        packed[next() % packed.length]! ^= 1 << (next() & 7);
      }
      const one = outcome(a.codec.decompress, packed, raw.length);
      const other = outcome(b.codec.decompress, packed, raw.length);
      if (typeof one === 'string' || typeof other === 'string') continue;
      accepted++;
      expect(one).toEqual(other);
    }
    expect(accepted).toBeGreaterThan(0);
  });
});
