import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lzss } from 'example-codec-lzss';

/** @param {string} text */
const ascii = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/**
 * @param {number[]} packed
 * @param {number} size
 */
function unpack(packed, size) {
  const into = new Uint8Array(size);
  lzss.decompress(Uint8Array.from(packed), into);
  return into;
}

/** @type {[what: string, raw: string, packed: number[]][]} */
const vectors = [
  ['an empty page', '', []],
  ['literal bytes', 'abc', [0b000, 0x61, 0x62, 0x63]],
  // Distance 1: the reference overlaps its own output.
  ['one byte six times', 'aaaaaa', [0b10, 0x61, 0x00, 0x00, 5 - 4]],
  ['a match and a byte', 'abcdabcde', [0b010000, 0x61, 0x62, 0x63, 0x64, 0x03, 0x00, 4 - 4, 0x65]],
  ['two groups', 'abcdefghi', [0, ...ascii('abcdefgh'), 0, 0x69]],
];

describe('LZSS compresses and decompresses', () => {
  for (const [what, raw, packed] of vectors) {
    it(what, () => {
      assert.deepEqual([...lzss.compress(ascii(raw))], packed);
      assert.deepEqual(unpack(packed, raw.length), ascii(raw));
    });
  }
});

describe('invalid LZSS data', () => {
  /** @type {[what: string, packed: number[], size: number, code: string][]} */
  const faults = [
    ['rejects a missing byte', [0b000, 0x61, 0x62], 3, 'TRUNCATED'],
    ['rejects a reference that ends early', [0b10, 0x61, 0x00], 6, 'TRUNCATED'],
    ['rejects a reference before the start', [0b10, 0x61, 0x01, 0x00, 0x01], 6, 'CORRUPT'],
    ['rejects a reference beyond the end', [0b10, 0x61, 0x00, 0x00, 0x02], 6, 'CORRUPT'],
    ['rejects a flag without an item', [0b1000, 0x61, 0x62, 0x63], 3, 'CORRUPT'],
    ['rejects a byte after the end', [0b000, 0x61, 0x62, 0x63, 0x64], 3, 'CORRUPT'],
  ];
  for (const [what, packed, size, code] of faults) {
    it(what, () => assert.throws(() => unpack(packed, size), { name: 'ParquetError', code }));
  }
});
