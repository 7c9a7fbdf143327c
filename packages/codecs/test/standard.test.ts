import { gzipSync } from 'node:zlib';
import { CodecId, isParquetError, type Kernels } from '@marquetry/core';
import { expect, it } from 'vitest';
import { createStandardCodecs, standardCodecs } from '../src/index.js';

it('standardCodecs has six codecs, each under its id', () => {
  expect([...standardCodecs].map(({ id, name }) => [id, name])).toEqual([
    [1, 'SNAPPY'],
    [2, 'GZIP'],
    [4, 'BROTLI'],
    [5, 'LZ4'],
    [6, 'ZSTD'],
    [7, 'LZ4_RAW'],
  ]);
});

it('standardCodecs does not contain LZO, and the error for LZO names the package to install', () => {
  expect(standardCodecs.find(CodecId.LZO)).toBeUndefined();
  try {
    standardCodecs.resolve(CodecId.LZO);
    expect.unreachable();
  } catch (error) {
    expect(isParquetError(error) && error.code).toBe('UNSUPPORTED');
  }
});

it('each codec decompresses its own output', async () => {
  const raw = Uint8Array.from({ length: 3000 }, (_, i) => i % 11);
  for (const codec of standardCodecs) {
    await codec.prepare?.();
    const packed = codec.compress!(raw);
    const into = new Uint8Array(raw.length);
    codec.decompress(packed, into);
    expect(into, codec.name).toEqual(raw);
    expect(packed.length, codec.name).toBeLessThan(500);
  }
});

it('a codec has maxExpansion if its format limits the ratio of output to input', () => {
  expect([...standardCodecs].map(({ name, maxExpansion }) => [name, maxExpansion])).toEqual([
    ['SNAPPY', 22],
    ['GZIP', 1032],
    ['BROTLI', undefined],
    ['LZ4', 255],
    ['ZSTD', undefined],
    ['LZ4_RAW', 255],
  ]);
});

// The densest possible streams consist of one byte followed only by matches. Their ratio is close to the bound, but not
// above it.
it.each([
  [1, 64 / 3, snappyMatches(5000)],
  [2, 1032, gzipMatches(5000)],
  [7, 255, lz4Match(1_000_000)],
] as const)('codec %i reads the densest possible stream, %d to 1', (id, bound, [packed, size]) => {
  const codec = standardCodecs.resolve(id);
  const into = new Uint8Array(size);
  codec.decompress(packed, into);
  expect(into.every((byte) => byte === 65)).toBe(true);
  expect(size).toBeLessThanOrEqual(packed.length * (codec.maxExpansion ?? 0));
  expect(size / packed.length).toBeGreaterThan(bound * 0.97);
});

/** Returns a Snappy stream that consists of copies of 64 bytes, each 1 byte back. */
function snappyMatches(count: number): [packed: Uint8Array, size: number] {
  const size = 1 + 64 * count;
  const preamble = [(size & 127) | 128, ((size >> 7) & 127) | 128, size >> 14];
  return [Uint8Array.from([...preamble, 0, 65, ...Array(count).fill([63 * 4 + 2, 1, 0])].flat()), size];
}

/** Returns an LZ4 stream with a match of `length` bytes, 1 byte back. */
function lz4Match(length: number): [packed: Uint8Array, size: number] {
  const more = length - 19;
  return [Uint8Array.of(0x1f, 65, 1, 0, ...Array(Math.floor(more / 255)).fill(255), more % 255, 0), length + 1];
}

/**
 * Returns a GZIP stream in which every 258 bytes of a run take two bits: one for the length and one for the distance.
 */
function gzipMatches(count: number): [packed: Uint8Array, size: number] {
  const size = 1 + 258 * count;
  return [gzipSync(new Uint8Array(size).fill(65), { level: 9 }), size];
}

it('createStandardCodecs uses the kernels for SNAPPY and LZ4_RAW, and JavaScript for blocks that the kernels reject', () => {
  const asked: string[] = [];
  const kernels = {
    contract: 1,
    snappyDecompress: () => asked.push('snappy') === 0,
    lz4Decompress: () => asked.push('lz4') === 0,
  } as unknown as Kernels;
  const codecs = createStandardCodecs({ kernels });
  const raw = Uint8Array.from({ length: 3000 }, (_, i) => i % 11);
  for (const id of [CodecId.SNAPPY, CodecId.LZ4_RAW, CodecId.GZIP]) {
    const into = new Uint8Array(raw.length);
    codecs.resolve(id).decompress(codecs.resolve(id).compress?.(raw) ?? raw, into);
    expect(into).toEqual(raw);
  }
  expect(asked).toEqual(['snappy', 'lz4']);
});

it('createStandardCodecs returns standardCodecs if the kernels cannot decompress, and rejects kernels with an unsupported contract version', () => {
  expect(createStandardCodecs()).toBe(standardCodecs);
  const codecs = createStandardCodecs({ kernels: { contract: 1 } as Kernels });
  for (const codec of standardCodecs) expect(codecs.resolve(codec.id)).toBe(codec);
  expect([...codecs]).toHaveLength(6);
  expect(() => createStandardCodecs({ kernels: { contract: 2 } as unknown as Kernels })).toThrow(/contract/);
});
