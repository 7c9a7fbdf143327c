// The contents of the pages that make-vectors.mjs writes. `deltas` are the integers minus the frame of reference; `log`
// is log2 of the vector size. If a page has `encoder`, the encoder of this package must produce the same bytes with
// these options.
const range = (count, make) => Array.from({ length: count }, (_, i) => make(i));

export const doublePages = [
  {
    name: 'the worked example of AlpEncoding.md: 1500, NaN, 2500, 333.5',
    why: 'integers 15000, NaN, 25000, 3335; the NaN is an exception, and the first valid integer is stored in its place',
    log: 10,
    encoder: { exponent: 4, factor: 3 },
    vectors: [
      {
        exponent: 4,
        factor: 3,
        reference: 3335,
        width: 15,
        deltas: [11665, 11665, 21665, 0],
        exceptions: [[1, '7ff8000000000000']],
      },
    ],
  },
  {
    name: 'the frame of reference example of AlpEncoding.md: 123, 456, 789, 12',
    why: 'four 10-bit integers take 5 bytes',
    log: 10,
    encoder: { exponent: 2 },
    vectors: [{ exponent: 2, factor: 0, reference: 12, width: 10, deltas: [111, 444, 777, 0] }],
  },
  {
    name: 'a page without values',
    why: 'the page consists of a header, without offsets or vectors',
    log: 10,
    encoder: {},
    vectors: [],
  },
  {
    name: 'equal values are packed into 0 bits each',
    why: 'with bit width 0, there are no packed bytes',
    log: 10,
    encoder: { exponent: 2 },
    vectors: [{ exponent: 2, factor: 0, reference: 325, width: 0, deltas: [0, 0, 0, 0, 0] }],
  },
  {
    name: 'every value is an exception',
    why: '-0, both infinities, a quiet and two signaling NaNs, the smallest subnormal and the largest number keep their bits',
    log: 10,
    encoder: {},
    vectors: [
      {
        exponent: 0,
        factor: 0,
        reference: 0,
        width: 0,
        deltas: range(8, () => 0),
        exceptions: [
          '8000000000000000',
          '7ff0000000000000',
          'fff0000000000000',
          '7ff8000000000001',
          '7ff0000000000001',
          'fff7ffffffffffff',
          '0000000000000001',
          '7fefffffffffffff',
        ].map((bits, i) => [i, bits]),
      },
    ],
  },
  {
    name: 'two multiplications, no division: 3 * 10^-1 is 0.30000000000000004',
    why: 'dividing by 10 would give 0.3, 0.6 and 0.7',
    log: 10,
    encoder: { exponent: 1 },
    vectors: [{ exponent: 1, factor: 0, reference: 3, width: 3, deltas: [0, 3, 4] }],
  },
  {
    name: 'two multiplications, not one: 35 * 10^12 * 10^-14 is 0.35',
    why: 'multiplying once by 10^-2 would give 0.35000000000000003',
    log: 10,
    encoder: { exponent: 14, factor: 12 },
    vectors: [{ exponent: 14, factor: 12, reference: 35, width: 4, deltas: [0, 2, 11] }],
  },
  {
    name: '11 values in vectors of 8 values',
    why: 'the last vector is short; both offsets are relative to the first offset',
    log: 3,
    encoder: { vectorSize: 8, exponent: 1 },
    vectors: [
      { exponent: 1, factor: 0, reference: -5, width: 4, deltas: [5, 0, 15, 10, 10, 9, 7, 15] },
      { exponent: 1, factor: 0, reference: 0, width: 2, deltas: [0, 1, 2], exceptions: [] },
    ],
  },
  {
    name: 'vectors with different scales',
    why: 'decimals, then integers that are multiples of 1000, then exceptions between equal values',
    log: 3,
    vectors: [
      { exponent: 14, factor: 12, reference: 995, width: 4, deltas: [0, 1, 2, 3, 5, 8, 13, 15] },
      { exponent: 3, factor: 3, reference: -9000, width: 13, deltas: [0, 8191, 1000, 2000, 3000, 4000, 5000, 6000] },
      {
        exponent: 5,
        factor: 1,
        reference: 77,
        width: 0,
        deltas: range(8, () => 0),
        exceptions: [
          [6, '4000000000000000'],
          [1, 'c000000000000001'],
        ],
      },
    ],
  },
  {
    name: 'vectors of 2^15 values',
    why: 'the largest vector size, with three values',
    log: 15,
    encoder: { vectorSize: 32768, exponent: 0 },
    vectors: [{ exponent: 0, factor: 0, reference: 1, width: 2, deltas: [0, 1, 2] }],
  },
  {
    name: '33-bit integers',
    why: 'the packed integers are 0, 2^32 and 2^33 - 1',
    log: 10,
    encoder: { exponent: 0 },
    vectors: [{ exponent: 0, factor: 0, reference: 0, width: 33, deltas: [0, 2 ** 32, 2 ** 33 - 1] }],
  },
  {
    name: '57-bit integers',
    why: 'a 57-bit integer can span 9 bytes, because it can start at any bit of a byte',
    log: 10,
    vectors: [
      {
        exponent: 3,
        factor: 0,
        reference: -1000,
        width: 57,
        deltas: [0n, 2n ** 57n - 1n, 2n ** 56n, 123456789012345n, 2n ** 53n + 1n, 1n, 2n ** 33n, 987654321n, 0n],
      },
    ],
  },
  {
    name: 'INT64 to DOUBLE rounds to nearest, ties to even',
    why: '2^53 + 1 and 2^53 + 3 each lie halfway between two doubles',
    log: 10,
    vectors: [{ exponent: 0, factor: 0, reference: 2n ** 53n, width: 2, deltas: [0, 1, 2, 3] }],
  },
  {
    name: 'a frame of reference that a double cannot represent',
    why: '2^53 + 1 plus 1 is 2^53 + 2: rounding the reference first would give 2^53',
    log: 10,
    vectors: [{ exponent: 0, factor: 0, reference: 2n ** 53n + 1n, width: 2, deltas: [0, 1, 2, 3] }],
  },
  {
    name: 'the whole range of INT64',
    why: 'the integers minus the reference are stored unsigned, because the largest minus the smallest is 2^64 - 1',
    log: 10,
    vectors: [
      {
        exponent: 0,
        factor: 0,
        reference: -(2n ** 63n),
        width: 64,
        deltas: [0n, 2n ** 64n - 1n, 2n ** 63n, 1n, 2n ** 63n + 1n, 2n ** 63n - 1n],
      },
    ],
  },
  {
    name: 'the sum of reference and packed integer wraps modulo 2^64',
    why: '2^63 - 1 plus 1 is -2^63',
    log: 10,
    vectors: [{ exponent: 0, factor: 0, reference: 2n ** 63n - 1n, width: 1, deltas: [0, 1] }],
  },
  {
    name: 'the largest scales',
    why: '10^18 and 10^-18 are the largest and the smallest constant; the product of 10^18 and an integer is rounded',
    log: 3,
    vectors: [
      { exponent: 18, factor: 18, reference: 9007199254740000n, width: 10, deltas: range(8, (i) => i * 139) },
      { exponent: 18, factor: 0, reference: -4, width: 4, deltas: [0, 1, 2, 3, 4, 5, 6, 15] },
    ],
  },
];

export const floatPages = [
  {
    name: 'FLOAT: decimals and exceptions',
    why: 'negative zero, a signaling NaN and an infinity are stored unchanged',
    log: 10,
    encoder: { exponent: 2, factor: 1 },
    vectors: [
      {
        exponent: 2,
        factor: 1,
        reference: -22,
        width: 6,
        deltas: [37, 0, 37, 37, 37, 52, 62, 22],
        exceptions: [
          [2, '80000000'],
          [3, '7f812345'],
          [4, 'ff800000'],
        ],
      },
    ],
  },
  {
    name: 'every step of decoding FLOAT rounds to binary32',
    why: 'INT32 to FLOAT rounds 2^24 + 1 to even; products in binary64 would differ',
    log: 3,
    vectors: [
      { exponent: 0, factor: 0, reference: 2 ** 24, width: 3, deltas: [0, 1, 2, 3, 4, 5, 6, 7] },
      { exponent: 10, factor: 9, reference: 16777213, width: 3, deltas: [0, 1, 2, 3, 4, 5, 6, 7] },
      { exponent: 7, factor: 3, reference: 999983, width: 5, deltas: [0, 3, 7, 12, 19, 23, 29, 31] },
    ],
  },
  {
    name: 'FLOAT values whose integers span the whole range of INT32',
    why: 'the integers minus the reference are stored unsigned, because the largest minus the smallest is 2^32 - 1',
    log: 10,
    vectors: [
      { exponent: 0, factor: 0, reference: -(2 ** 31), width: 32, deltas: [0, 2 ** 32 - 1, 2 ** 31, 1, 2 ** 31 - 1] },
    ],
  },
  {
    name: 'FLOAT: the sum of reference and packed integer wraps modulo 2^32',
    why: '2^31 - 1 plus 1 is -2^31',
    log: 10,
    vectors: [{ exponent: 0, factor: 0, reference: 2 ** 31 - 1, width: 1, deltas: [0, 1] }],
  },
  {
    name: 'FLOAT: two vectors of 8 values',
    why: 'FLOAT vectors have 9-byte headers',
    log: 3,
    encoder: { vectorSize: 8, exponent: 0 },
    vectors: [
      { exponent: 0, factor: 0, reference: 1, width: 3, deltas: [0, 1, 2, 3, 4, 5, 6, 7] },
      { exponent: 0, factor: 0, reference: -1, width: 1, deltas: [0, 1] },
    ],
  },
];
