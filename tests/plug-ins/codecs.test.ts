/** All our codecs pass the conformance suite, those for Node and those for browsers. */
import { lzo } from '@marquetry/codec-lzo';
import { codecConformance, sampleBytes } from '@marquetry/test-kit';
import { isFull } from '@marquetry/test-support/full.js';
import { someCases } from '@marquetry/test-support/some-cases.js';
import { standardCodecs } from 'marquetry/plug-ins';
import { describe, test } from 'vitest';
import { brotli } from '../../packages/codec-brotli/src/codec.js';
import { gzip } from '../../packages/codec-gzip/src/codec.js';
import { zstd } from '../../packages/codec-zstd/src/codec.js';
import { writable } from '../../packages/codec-zstd-wasm/src/codec.js';

const codecs = [...standardCodecs, lzo].filter(({ compress }) => compress !== undefined);
const elsewhere = [gzip, brotli, zstd];
const zstdWasm = writable(zstd, () => import('../../packages/codec-zstd-wasm/src/compressor.js'));
await Promise.all([...codecs, ...elsewhere, zstdWasm].map((codec) => codec.prepare?.()));

for (const codec of codecs) {
  describe(`conformance of the ${codec.name} codec in Node`, () => {
    for (const { name, run } of someCases(codecConformance(codec))) test(name, run);
  });
}

describe('conformance of @marquetry/codec-zstd-wasm, the ZSTD codec for runtimes other than Node', () => {
  for (const { name, run } of someCases(codecConformance(zstdWasm))) test(name, run);
});

// Only a full run tests the codecs for other runtimes here, because packages/codecs tests them in every run.
for (const codec of isFull ? elsewhere : []) {
  // Two of the codecs for other runtimes cannot compress, so their pages are compressed by Node's codecs.
  const packing = codecs.find(({ id }) => id === codec.id);
  const pages = sampleBytes(2).flatMap(([label, raw]) => {
    const packed = packing?.compress?.(raw);
    return packed === undefined ? [] : [{ label: `${label}, compressed on Node`, raw, packed }];
  });
  describe.skipIf(pages.length === 0)(`conformance of the ${codec.name} codec for runtimes other than Node`, () => {
    for (const { name, run } of pages.length === 0 ? [] : codecConformance(codec, { pages })) test(name, run);
  });
}
