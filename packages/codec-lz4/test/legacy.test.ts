import {
  bigEndian,
  compress,
  decompress,
  fault,
  letters,
  littleEndian,
  text,
} from '@marquetry/test-support/codec-bytes.js';
import lz4js from 'lz4js';
import { describe, expect, it } from 'vitest';
import { lz4, lz4Raw } from '../src/index.js';
import { xxh32 } from '../src/xxh32.js';

const block = (raw: Uint8Array) => compress(lz4Raw, raw);

describe('LZ4 in Hadoop framing', () => {
  const part = (raw: Uint8Array) => [...bigEndian(block(raw).length), ...block(raw)];
  const one = letters(1000, 3);
  const two = letters(700, 5);
  const both = Uint8Array.of(...one, ...two);

  it('the deprecated LZ4 codec writes Hadoop framing', () => {
    expect(compress(lz4, text('abc'))).toEqual(Uint8Array.of(0, 0, 0, 3, 0, 0, 0, 4, 0x30, 0x61, 0x62, 0x63));
  });

  it.each([
    ['one part', [...bigEndian(1000), ...part(one)], one],
    ['several groups', [...bigEndian(1000), ...part(one), ...bigEndian(700), ...part(two)], both],
    ['several parts in one group', [...bigEndian(1700), ...part(one), ...part(two)], both],
    ['an empty group without a part', bigEndian(0), new Uint8Array(0)],
    ['an empty group with a part', [...bigEndian(0), ...bigEndian(1), 0], new Uint8Array(0)],
  ])('the deprecated LZ4 codec reads Hadoop framing: %s', (_, packed, raw) => {
    expect(decompress(lz4, packed, raw.length)).toEqual(raw);
  });

  it('an LZ4 match that refers to an earlier block of a Hadoop group is rejected', () => {
    // The first part has the literals 'abcd'. The second begins with a match 4 bytes back, which refers to the first
    // part.
    const packed = [...bigEndian(9), ...bigEndian(5), 0x40, 0x61, 0x62, 0x63, 0x64, ...bigEndian(4), 0x01, 4, 0, 0x00];
    expect(fault(lz4, packed, 9)).toEqual(['CORRUPT', 17]);
  });

  it.each([
    ['a group larger than the page', [...bigEndian(1001), ...part(one)], ['CORRUPT', 0]],
    ['a truncated size', [...bigEndian(1000), 0, 0], ['TRUNCATED', 4]],
    ['a truncated part', [...bigEndian(1000), ...part(one).slice(0, -1)], ['TRUNCATED', 4]],
    ['a group that is not full', [...bigEndian(1000), ...part(two)], ['TRUNCATED', 8 + block(two).length]],
  ])('the deprecated LZ4 codec rejects Hadoop framing: %s', (_, packed, expected) => {
    expect(fault(lz4, packed, 1000)).toEqual(expected);
  });
});

describe('an LZ4 page that is a bare block', () => {
  it('the deprecated LZ4 codec reads a bare block', () => {
    const raw = letters(5000, 4);
    expect(decompress(lz4, block(raw), raw.length)).toEqual(raw);
  });
});

describe('an LZ4 page of LZ4 frames', () => {
  const magic = [0x04, 0x22, 0x4d, 0x18];
  /**
   * Returns an LZ4 frame with the given flags, the given bytes between the BD byte and the checksum of the descriptor,
   * and the given bytes after that.
   */
  const frame = (flags: number, between: number[], rest: number[]) => {
    const descriptor = [flags, 0x40, ...between];
    return [...magic, ...descriptor, (xxh32(Uint8Array.from(descriptor)) >>> 8) & 255, ...rest];
  };
  const stored = (raw: Uint8Array) => [...littleEndian((raw.length | 0x80000000) >>> 0), ...raw];
  const abcd = text('abcd');
  const end = [0, 0, 0, 0];

  // These are the test values of xxHash.
  it.each([
    ['', 0x02cc5d05],
    ['abc', 0x32d153ff],
    ['Nobody inspects the spammish repetition', 0xe2293b2f],
  ])('xxh32 returns the published hash of "%s"', (value, expected) => {
    expect(xxh32(text(value))).toBe(expected);
  });

  it.each([
    ['stored, independent blocks', frame(0x60, [], [...stored(abcd), ...stored(abcd), ...end]), 'abcdabcd'],
    ['no blocks', frame(0x60, [], end), ''],
    // The first block has the literals 'abcd'. The second has only a match 4 bytes back.
    ['linked blocks', frame(0x40, [], [...stored(abcd), ...littleEndian(4), 0x00, 4, 0, 0x00, ...end]), 'abcdabcd'],
    ['a content size', frame(0x68, [4, 0, 0, 0, 0, 0, 0, 0], [...stored(abcd), ...end]), 'abcd'],
    ['block checksums', frame(0x70, [], [...stored(abcd), ...littleEndian(xxh32(abcd)), ...end]), 'abcd'],
    ['a content checksum', frame(0x64, [], [...stored(abcd), ...end, ...littleEndian(xxh32(abcd))]), 'abcd'],
    [
      'several frames, one of them skippable',
      [
        ...frame(0x60, [], [...stored(abcd), ...end]),
        ...[0x5a, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9],
        ...frame(0x60, [], [...stored(abcd), ...end]),
      ],
      'abcdabcd',
    ],
  ])('the deprecated LZ4 codec reads LZ4 frames: %s', (_, packed, raw) => {
    expect(decompress(lz4, packed, raw.length)).toEqual(text(raw));
  });

  it.each([
    ['a wrong descriptor checksum', [...magic, 0x60, 0x40, 0x00, ...end], ['CORRUPT', 6]],
    ['a wrong content size', frame(0x68, [5, 0, 0, 0, 0, 0, 0, 0], [...stored(abcd), ...end]), ['CORRUPT', 27]],
    ['a wrong block checksum', frame(0x70, [], [...stored(abcd), 1, 2, 3, 4, ...end]), ['CORRUPT', 15]],
    ['a wrong content checksum', frame(0x64, [], [...stored(abcd), ...end, 1, 2, 3, 4]), ['CORRUPT', 19]],
    ['an unknown version', frame(0xa0, [], end), ['CORRUPT', 4]],
    ['a dictionary', frame(0x61, [1, 0, 0, 0], end), ['CORRUPT', 4]],
    [
      'a block that reaches before its frame',
      frame(0x60, [], [...littleEndian(4), 0x00, 4, 0, 0x00, ...end]),
      ['CORRUPT', 11],
    ],
    ['a truncated block', frame(0x60, [], stored(abcd).slice(0, -1)), ['TRUNCATED', 11]],
    ['a frame without an end mark', frame(0x60, [], stored(abcd)), ['TRUNCATED', 15]],
    [
      'frames that decompress to too many bytes',
      frame(0x60, [], [...stored(abcd), ...stored(abcd), ...end]),
      ['CORRUPT', 19],
    ],
    ['bytes after the last frame', [...frame(0x60, [], [...stored(abcd), ...end]), 1, 2, 3, 4], ['CORRUPT', 19]],
  ])('the deprecated LZ4 codec rejects LZ4 frames: %s', (_, packed, expected) => {
    expect(fault(lz4, packed, 4)).toEqual(expected);
  });

  it('the deprecated LZ4 codec reads the frames that lz4js writes', () => {
    for (const length of [20, 5000, 200_000]) {
      const raw = letters(length, 3);
      expect(decompress(lz4, lz4js.compress(raw), length)).toEqual(raw);
    }
  });
});
