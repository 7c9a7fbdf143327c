/**
 * Streams that are built by hand according to Documentation/staging/lzo.rst in the Linux kernel, and their output.
 * tests/interop checks that liblzo2 decompresses them to the same output.
 */
import { hex } from '@marquetry/test-support/hex.js';

const end = '11 00 00   | end';
const d = (count: number): string => 'd'.repeat(count);
/** Returns a stream of the literals `abcd`, then a match of `33 + 255 * zeros + last` bytes at distance 1. */
const run = (zeros: number, last: string): string => `
  15 61 62 63 64                           | abcd
  20 ${'00 '.repeat(zeros)} ${last} 00 00  | d, 33 + zeros * 255 + last times`;

const streams: readonly (readonly [name: string, stream: string, raw: string])[] = [
  ['no bytes', '', ''],
  ['first literals: 1', '12 61', 'a'],
  ['first literals: 3', '14 61 62 63', 'abc'],
  ['first literals: 4', '15 61 62 63 64', 'abcd'],
  ['first literals: 238', `ff ${'61'.repeat(238)}`, 'a'.repeat(238)],
  ['literals: 4', '01 61 62 63 64', 'abcd'],
  ['literals: 18', `0f ${'61'.repeat(18)}`, 'a'.repeat(18)],
  ['literals: 19', `00 01 ${'61'.repeat(19)}`, 'a'.repeat(19)],
  ['literals: 18 + 2 * 255 + 2', `00 00 00 02 ${'61'.repeat(530)}`, 'a'.repeat(530)],
  [
    'a match of 2 after 1 literal, and another after 1 literal',
    `12 61           | a
     01 00           | 0000 00 01: 2 bytes 1 back, 1 literal
     62              | b
     0c 00           | 0000 11 00: 2 bytes 4 back`,
    'aaabaa',
  ],
  [
    'a match of 2 after 3 literals, with a second byte of distance',
    `15 61 62 63 64  | abcd
     4f 00           | 01 0 011 11: 3 bytes 4 back, 3 literals
     65 66 67        | efg
     08 01           | 0000 10 00, 1: 2 bytes 4 + 2 + 1 = 7 back`,
    'abcdabcefgda',
  ],
  [
    'a match of 3 after 4 literals, from 2049 back on',
    `${run(7, 'e6')}
     01 65 66 67 68  | efgh
     0c 01           | 0000 11 00, 1: 3 bytes 4 + 3 + 2049 = 2056 back`,
    `abcd${d(2048)}efghabc`,
  ],
  [
    'the farthest match of 3',
    `${run(11, 'e2')}
     01 65 66 67 68  | efgh
     0d ff           | 0000 11 01, 255: 3 bytes 1020 + 3 + 2049 = 3072 back, 1 literal
     69`,
    `abcd${d(3064)}efghabci`,
  ],
  [
    'matches of 3 and 4 with 3 bits of distance',
    `15 61 62 63 64  | abcd
     4d 00           | 01 0 011 01: 3 bytes 4 back, 1 literal
     65              | e
     6c 00           | 01 1 011 00: 4 bytes 4 back`,
    'abcdabceabce',
  ],
  [
    'matches of 5 to 8',
    `15 61 62 63 64  | abcd
     8c 00           | 1 00 011 00: 5 bytes 4 back
     ac 00           | 1 01 011 00: 6
     cc 00           | 1 10 011 00: 7
     ee 00           | 1 11 011 10: 8, 2 literals
     79 7a`,
    `${'abcd'.repeat(7)}abyz`,
  ],
  [
    'a match of 8 with 11 bits of distance',
    `${run(1, 'ec')}
     fc 41           | 1 11 111 00, 65: 8 bytes 520 + 7 + 1 = 528 back`,
    `abcd${d(524)}abcddddd`,
  ],
  [
    'a match within 16 KiB, 3 literals',
    `15 61 62 63 64  | abcd
     22 0f 00        | 001 00010, D = 3: 4 bytes 4 back, S = 3
     78 79 7a`,
    'abcdabcdxyz',
  ],
  [
    'the farthest match within 16 KiB',
    `${run(64, '1b')}
     23 fc ff        | 5 bytes 16383 + 1 back`,
    `abcd${d(16380)}abcdd`,
  ],
  [
    'the nearest match beyond',
    `${run(64, '1c')}
     12 05 00        | 0001 0 010: 4 bytes 16384 + 1 back, S = 1
     7a`,
    `abcd${d(16381)}abcdz`,
  ],
  [
    'the farthest match of all, with additional length bytes',
    `${run(192, '9a')}
     18 00 01 fc ff  | 0001 1 000: 9 + 255 + 1 bytes 16384 + 16384 + 16383 back`,
    `abcd${d(49147)}abcd${d(261)}`,
  ],
];

/** Complete streams, including the `end` instruction. */
export const vectors: readonly { readonly name: string; readonly stream: Uint8Array; readonly raw: Uint8Array }[] =
  streams.map(([name, stream, raw]) => ({
    name,
    stream: hex(`${stream}\n${end}`),
    raw: new TextEncoder().encode(raw),
  }));

/** Invalid streams. Each has a name, the stream, its size after decompression, and the code and offset of the error. */
export const faults: readonly (readonly [name: string, stream: string, size: number, code: string, offset: number])[] =
  [
    ['nothing', '', 0, 'TRUNCATED', 0],
    ['a stream without an end', '12 61', 1, 'TRUNCATED', 2],
    ['half an end', '12 61 11 00', 1, 'TRUNCATED', 2],
    ['bytes after the end', '12 61 11 00 00 00', 1, 'CORRUPT', 5],
    ['cut first literals', '15 61 62', 4, 'TRUNCATED', 0],
    ['cut literals', '02 61 62 63 64', 5, 'TRUNCATED', 0],
    ['cut literals after a match', '12 61 23 03 00 62', 9, 'TRUNCATED', 2],
    ['cut distances', '12 61 40', 9, 'TRUNCATED', 2],
    ['a cut match of 2', '12 61 00', 9, 'TRUNCATED', 2],
    ['endless length bytes', '12 61 20 00 00 00', 9, 'TRUNCATED', 2],
    ['an endless literal length', '00 00 00 00', 9, 'TRUNCATED', 0],
    ['first literals that do not fit', '15 61 62 63 64 11 00 00', 3, 'CORRUPT', 0],
    ['literals that do not fit', '01 61 62 63 64 11 00 00', 3, 'CORRUPT', 0],
    ['a match that does not fit', '12 61 23 00 00 11 00 00', 5, 'CORRUPT', 2],
    ['literals after a match that do not fit', '12 61 23 01 00 62 11 00 00', 6, 'CORRUPT', 2],
    ['a match at the start of the stream', '10 01 04 00 11 00 00', 10, 'CORRUPT', 0],
    ['a match before the start', '12 61 44 00 11 00 00', 4, 'CORRUPT', 2],
    ['a match of 2 before the start', '12 61 04 00 11 00 00', 3, 'CORRUPT', 2],
    ['a match of 3 before the start', '15 61 62 63 64 00 00 11 00 00', 7, 'CORRUPT', 5],
    ['a far match before the start', '12 61 12 04 00 11 00 00', 5, 'CORRUPT', 2],
  ];
