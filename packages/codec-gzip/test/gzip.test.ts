import * as zlib from 'node:zlib';
import { type Codec, isParquetError } from '@marquetry/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLibraryCodec } from '../src/codec.js';
import { gzip as javaScript } from '../src/index.js';
import { gzip as node } from '../src/index.node.js';

const text = (value: string) => new TextEncoder().encode(value);

function decompress(codec: Codec, packed: ArrayLike<number>, size: number): Uint8Array {
  const into = new Uint8Array(size);
  codec.decompress(Uint8Array.from(packed), into);
  return into;
}

function fault(codec: Codec, packed: ArrayLike<number>, size: number): [code: string, offset: number | undefined] {
  try {
    decompress(codec, packed, size);
  } catch (error) {
    if (isParquetError(error)) return [error.code, error.at.offset];
    throw error;
  }
  throw new Error('no error');
}

const littleEndian = (value: number) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];
const trailer = (raw: Uint8Array) => [...littleEndian(zlib.crc32(raw)), ...littleEndian(raw.length)];

/** Returns a GZIP member with the given flags. The optional header fields follow the ten fixed bytes of the header. */
function member(raw: Uint8Array, flags = 0, optional: number[] = [], deflated: Uint8Array = zlib.deflateRawSync(raw)) {
  const header = [0x1f, 0x8b, 8, flags, 1, 2, 3, 4, 0, 255, ...optional];
  const headerCrc = (flags & 2) !== 0 ? littleEndian(zlib.crc32(Uint8Array.from(header))).slice(0, 2) : [];
  return [...header, ...headerCrc, ...deflated, ...trailer(raw)];
}

const raw = text('a page of a column, a page of a column, a page');

it('outside Node, the GZIP codec throws INVALID_ARGUMENT until prepare() has loaded the library', async () => {
  const gzip = createLibraryCodec(() => import('../src/library.js'));
  expect(fault(gzip, member(raw), raw.length)).toEqual(['INVALID_ARGUMENT', undefined]);
  expect(() => gzip.compress?.(raw)).toThrow('await prepare() before using GZIP');
  await gzip.prepare?.();
  expect(decompress(gzip, member(raw), raw.length)).toEqual(raw);
  expect(node.prepare).toBeUndefined();
});

describe.each([
  ['in JavaScript', javaScript],
  ['on Node', node],
])('the GZIP codec %s', (_, codec) => {
  beforeAll(() => codec.prepare?.());

  // This member is built by hand according to RFC 1952 and RFC 1951: a fixed block with "a" (code 0x91, bits reversed)
  // and its end, then the CRC and the size.
  it('the GZIP codec reads the smallest possible member', () => {
    const packed = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 0x4b, 0x04, 0x00, 0x43, 0xbe, 0xb7, 0xe8, 1, 0, 0, 0];
    expect(decompress(codec, packed, 1)).toEqual(text('a'));
  });

  it('the GZIP codec reads a member without content', () => {
    expect(decompress(codec, member(new Uint8Array(0)), 0)).toEqual(new Uint8Array(0));
  });

  it.each([
    ['text', 1, []],
    ['header CRC', 2, []],
    ['extra', 4, [3, 0, 9, 9, 9]],
    ['name', 8, [...text('page'), 0]],
    ['comment', 16, [...text('none'), 0]],
    ['all of them', 31, [1, 0, 9, 65, 0, 66, 0]],
  ])('the GZIP codec reads headers with %s', (_, flags, optional) => {
    expect(decompress(codec, member(raw, flags, optional), raw.length)).toEqual(raw);
  });

  it.each([
    ['stored', { level: 0 }],
    ['fixed', { strategy: zlib.constants.Z_FIXED }],
    ['dynamic', { level: 9 }],
    ['literals only', { strategy: zlib.constants.Z_HUFFMAN_ONLY }],
    ['runs only', { strategy: zlib.constants.Z_RLE }],
  ])('the GZIP codec reads %s blocks', (_, options) => {
    const long = Uint8Array.from({ length: 150_000 }, (_, i) => (i % 251) * ((i >> 9) % 17));
    expect(decompress(codec, zlib.gzipSync(long, options), long.length)).toEqual(long);
  });

  it('the GZIP codec reads Huffman codes of every length', () => {
    // If the frequencies of bytes are powers of two, Huffman codes have up to 15 bits.
    const skewed = Uint8Array.from({ length: 2 ** 16 }, (_, i) => Math.clz32(i));
    const packed = zlib.gzipSync(skewed, { strategy: zlib.constants.Z_HUFFMAN_ONLY });
    expect(decompress(codec, packed, skewed.length)).toEqual(skewed);
  });

  it('the GZIP codec reads several members, including empty ones', () => {
    const none = member(new Uint8Array(0));
    const packed = [...none, ...member(raw), ...none, ...member(raw, 8, [0]), ...none];
    expect(decompress(codec, packed, raw.length * 2)).toEqual(Uint8Array.of(...raw, ...raw));
  });

  it('the GZIP codec reads a stream of thousands of members', () => {
    const packed = new Uint8Array(2000 * member(raw).length);
    for (let i = 0; i < 2000; i++) packed.set(member(raw), i * member(raw).length);
    expect(decompress(codec, packed, 2000 * raw.length).subarray(-raw.length)).toEqual(raw);
  });

  it.each([
    ['an empty input', [], 0, ['TRUNCATED', 0]],
    ['zlib', zlib.deflateSync(raw), raw.length, ['CORRUPT', 0]],
    ['bare DEFLATE', zlib.deflateRawSync(raw), raw.length, ['CORRUPT', 0]],
    ['a reserved flag', member(raw, 32), raw.length, ['CORRUPT', 3]],
    ['a truncated header', member(raw).slice(0, 9), raw.length, ['TRUNCATED', 0]],
    ['a name without an end', [0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 255, 65], raw.length, ['TRUNCATED', 11]],
    ['a wrong header CRC', [0x1f, 0x8b, 8, 2, 0, 0, 0, 0, 0, 255, 1, 1, 3, 0], 0, ['CORRUPT', 10]],
    ['a wrong size', [...member(raw).slice(0, -4), 1, 0, 0, 0], raw.length, ['CORRUPT', member(raw).length - 4]],
    [
      'a wrong CRC',
      [...member(raw).slice(0, -8), 1, 2, 3, 4, 46, 0, 0, 0],
      raw.length,
      ['CORRUPT', member(raw).length - 8],
    ],
    ['zeros after the last member', [...member(raw), 0, 0], raw.length, ['CORRUPT', member(raw).length]],
    ['one member too many', [...member(raw), ...member(raw)], raw.length, ['CORRUPT', member(raw).length + 10]],
  ] as const)('the GZIP codec rejects %s', (_, packed, size, [code, offset]) => {
    const [actualCode, actualOffset] = fault(codec, packed, size);
    expect(actualCode).toBe(code);
    // zlib has read the input at least up to this offset. On Node, zlib does not report the exact position.
    if (actualOffset !== undefined || codec === javaScript) expect(actualOffset).toBeGreaterThanOrEqual(offset);
  });

  // These streams violate RFC 1951, and zlib also rejects them.
  it.each([
    ['the reserved block kind', [0x07]],
    ['a stored length that is not its complement', [0x01, 1, 0, 0, 0, 65]],
    ['a distance before the start', [0x4b, 0x04, 0x62, 0x00]],
    ['an over-subscribed code', [0x05, 0x00, 0x49, 0x92, 0x24, 0x49, 0x92, 0x24, 0x49]],
  ])('the GZIP codec rejects %s', (_, deflated) => {
    const packed = member(text('a'), 0, [], Uint8Array.from(deflated));
    expect(['CORRUPT', 'TRUNCATED']).toContain(fault(codec, packed, 1)[0]);
    expect(() => zlib.inflateRawSync(Uint8Array.from(deflated))).toThrow();
  });

  it('the GZIP codec rejects a member that is truncated at any byte, even inside a header field', () => {
    const packed = [...member(raw), ...member(raw, 31, [1, 0, 9, 65, 0, 66, 0])];
    for (let length = 0; length < packed.length; length++) {
      expect(fault(codec, packed.slice(0, length), 2 * raw.length)[0], `${length}`).toBe('TRUNCATED');
    }
  });

  it('the GZIP codec writes nothing outside `into`, however many bytes the stream decompresses to', () => {
    const bomb = zlib.gzipSync(new Uint8Array(50_000_000));
    for (const size of [0, 1, 1000, 258 * 1000]) {
      const around = new Uint8Array(size + 1000).fill(7);
      expect(() => codec.decompress(bomb, around.subarray(0, size))).toThrow(/more than/);
      expect(around.subarray(size).every((byte) => byte === 7)).toBe(true);
    }
  });

  it('the GZIP codec writes a single member that zlib reads, and each call writes the same bytes', () => {
    for (const length of [0, 1, 1000, 300_000]) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i >> 3) % 256);
      if (codec.compress === undefined) throw new Error('no compressor');
      const packed = codec.compress(bytes);
      expect(Uint8Array.from(zlib.gunzipSync(packed))).toEqual(bytes);
      // The member has no time stamp, so its bytes are always the same.
      expect([...packed.subarray(4, 8)]).toEqual([0, 0, 0, 0]);
    }
  });
});
