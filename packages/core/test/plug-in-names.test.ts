import { createCodecRegistry, createRegistry, nameOfCodec, nameOfEncoding } from '@marquetry/core';
import { expect, test } from 'vitest';

const named = { contract: 1, name: 'OTHER' } as const;

test('the name shown for an id is that of the registered plug-in, otherwise that in the specification', () => {
  const encodings = createRegistry([
    {
      ...named,
      id: 0,
      usesDictionary: false,
      supports: () => true,
      decoder: () => {
        throw new Error('unused');
      },
    },
  ]);
  expect([0, 5, 200].map((id) => nameOfEncoding(id, encodings))).toEqual(['OTHER', 'DELTA_BINARY_PACKED', 'id 200']);
  const codecs = createCodecRegistry([{ ...named, id: 1, decompress: () => new Uint8Array() }]);
  expect([0, 1, 6, 99].map((id) => nameOfCodec(id, codecs))).toEqual(['UNCOMPRESSED', 'OTHER', 'ZSTD', 'id 99']);
});
