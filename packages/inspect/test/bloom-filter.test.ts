/** explainBloomFilter: the header and blocks of a Bloom filter. */
import { standardCodecs } from '@marquetry/codecs';
import { standardEncodings } from '@marquetry/encodings';
import { bytesSource, memorySink, openFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { fileMap } from '@marquetry/inspect';
import { explainBloomFilter } from '@marquetry/inspect/bytes';
import { defineSchema } from '@marquetry/schema';
import { createRandom } from '@marquetry/test-kit';
import { expect, test } from 'vitest';
import { brokenRules } from './bytes/tree.js';

const sink = memorySink();
const writer = createFileWriter(sink, {
  encodings: standardEncodings,
  codecs: standardCodecs,
  schema: defineSchema({ word: 'STRING' }),
  bloomFilter: true,
});
await writer.write({ word: Array.from({ length: 500 }, (_, i) => `word ${i}`) });
await writer.finish();
const file = await openFile(bytesSource(sink.bytes), { encodings: standardEncodings, codecs: standardCodecs });
const place = fileMap(file).find(({ kind }) => kind === 'bloom-filter');
const filter = sink.bytes.slice(place?.offset, (place?.offset ?? 0) + (place?.byteLength ?? 0));

test('explainBloomFilter shows each 32-byte block of a Bloom filter, with the number of bits set', () => {
  const explained = explainBloomFilter(filter, place?.offset);
  expect(brokenRules(explained)).toEqual([]);
  expect(explained.fields.map(({ name }) => name)).toEqual(['BloomFilterHeader', 'blocks']);
  const [header, blocks] = explained.fields;
  expect(blocks?.value).toBe(`${(filter.length - (header?.end ?? 0)) / 32} blocks`);
  const [block] = blocks?.children ?? [];
  expect([block?.name, (block?.end ?? 0) - (block?.start ?? 0)]).toEqual(['block 0', 32]);
  let set = 0;
  for (const byte of filter.subarray(block?.start, block?.end)) set += byte.toString(2).replaceAll('0', '').length;
  expect(block?.value).toBe(`${set} of 256 bits set`);
});

test('explainBloomFilter reports a fault if blocks of a Bloom filter are missing', () => {
  const explained = explainBloomFilter(filter.subarray(0, filter.length - 40), 0);
  expect(brokenRules(explained)).toEqual([]);
  expect(explained.fields.at(-1)).toMatchObject({ kind: 'fault', name: 'TRUNCATED' });
});

test('the fields that explainBloomFilter returns are ordered, nested and cover every byte, even if the filter is damaged', () => {
  const random = createRandom(3);
  for (let round = 0; round < 500; round++) {
    const broken = filter.slice(0, random(filter.length + 1));
    for (let i = random(4); i > 0 && broken.length > 0; i--) broken[random(broken.length)] = random(256);
    expect(brokenRules(explainBloomFilter(broken, 0))).toEqual([]);
  }
});
