import { CodecId, isParquetError } from '@marquetry/core';
import { expect, it } from 'vitest';
import { standardCodecs } from '../src/index.js';

it('holds the six codecs under their ids', () => {
  expect([...standardCodecs].map(({ id, name }) => [id, name])).toEqual([
    [1, 'SNAPPY'],
    [2, 'GZIP'],
    [4, 'BROTLI'],
    [5, 'LZ4'],
    [6, 'ZSTD'],
    [7, 'LZ4_RAW'],
  ]);
});

it('does not know LZO, and says so', () => {
  expect(standardCodecs.find(CodecId.LZO)).toBeUndefined();
  try {
    standardCodecs.resolve(CodecId.LZO);
    expect.unreachable();
  } catch (error) {
    expect(isParquetError(error) && error.code).toBe('UNSUPPORTED');
  }
});

it('round trips through each', async () => {
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
