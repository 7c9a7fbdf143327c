import { standardCodecs } from '@marquetry/codecs';
import { createCodecsOnDemand } from '@marquetry/codecs/on-demand';
import { CodecId } from '@marquetry/core';
import { expect, test } from 'vitest';

const raw = new TextEncoder().encode('a page of a column, '.repeat(50));

test('createCodecsOnDemand returns the same codecs as standardCodecs, in the same order', () => {
  const names = [...createCodecsOnDemand()].map(({ id, name }) => [id, name]);
  expect(names).toEqual([...standardCodecs].map(({ id, name }) => [id, name]));
});

test('SNAPPY from createCodecsOnDemand works without prepare()', () => {
  const snappy = createCodecsOnDemand().resolve(CodecId.SNAPPY);
  expect(snappy.prepare).toBeUndefined();
  const into = new Uint8Array(raw.length);
  snappy.decompress(standardCodecs.resolve(CodecId.SNAPPY).compress?.(raw) as Uint8Array, into);
  expect(into).toEqual(raw);
});

test.each(['GZIP', 'BROTLI', 'LZ4', 'LZ4_RAW', 'ZSTD'] as const)(
  '%s from createCodecsOnDemand decompresses after prepare()',
  async (name) => {
    const standard = standardCodecs.resolve(CodecId[name]);
    await standard.prepare?.();
    const packed = standard.compress?.(raw);
    if (packed === undefined) return;
    const codec = createCodecsOnDemand().resolve(CodecId[name]);
    const into = new Uint8Array(raw.length);
    expect(() => codec.decompress(packed, into)).toThrow(`await prepare() before using ${name}`);
    await codec.prepare?.();
    codec.decompress(packed, into);
    expect(into).toEqual(raw);
    expect(codec.maxExpansion).toBe(standard.maxExpansion);
  },
);
