import { javascriptKernels } from '@marquetry/bit-io';
import type { ColumnType, DirectValues, ValueEncoder, WritableEncoding } from '@marquetry/core';
import { createDeltaByteArray, deltaBinaryPacked, deltaByteArray, deltaLengthByteArray } from '@marquetry/delta';
import { describe, expect, test } from 'vitest';
import { encodeStream } from './reference.js';
import { byteArray, bytesValues, context, int32, int32Values, int64, int64Values, strings } from './values.js';

const shapes = [
  { blockSize: 128, miniblocks: 4 },
  { blockSize: 128, miniblocks: 1 },
  { blockSize: 256, miniblocks: 2 },
];

/** Returns lists of values whose deltas are equal, rise, fall, alternate, wrap around, or differ in only one word. */
function samplesOf(bits: 32 | 64): bigint[][] {
  const top = 1n << BigInt(bits - 1);
  const word = 1n << 32n;
  const from = (length: number, value: (i: bigint) => bigint): bigint[] =>
    Array.from({ length }, (_, i) => BigInt.asIntN(bits, value(BigInt(i))));
  return [
    [],
    [7n],
    [7n, 5n, 3n, 1n, 2n, 3n, 4n, 5n],
    from(129, (i) => 3n * i),
    from(200, (i) => i * i),
    from(200, (i) => -i * i),
    from(300, (i) => (i % 2n === 0n ? top - 1n : -top)),
    from(140, (i) => (i % 3n === 0n ? -top : i)),
    from(300, (i) => (i + 1n) ** 9n % 1_000_003n),
    // These deltas have equal high words or equal low words.
    from(70, (i) => (i % 2n) * word + i),
    from(70, (i) => (i % 5n) * word),
    from(70, (i) => -(i % 7n) * word - (i % 3n)),
    from(70, (i) => ((i * 0x9e3779b9n) % word) - (i % 2n) * word),
  ];
}

test('if a kernel joins the prefixes and suffixes of only some values, the decoder joins the remaining ones', () => {
  for (let most = 0; most <= 5; most++) {
    const { decoder } = createDeltaByteArray({
      ...javascriptKernels,
      joinFronts: (source, position, previous, prefixes, ends, from, count, target) => {
        let at = position;
        let before = previous;
        const done = Math.min(most, count);
        for (let i = 0; i < done; i++) {
          const value = target.subarray(ends[from + i], ends[from + i + 1]);
          const prefix = prefixes[i]!;
          value.set(before.subarray(0, prefix));
          value.set(source.subarray(at, at + value.length - prefix), prefix);
          at += value.length - prefix;
          before = value;
        }
        return done;
      },
    });
    const all = ['axis', 'axle', 'axles', 'babble', 'babyhood'];
    const encoder = deltaByteArray.encoder(byteArray);
    encoder.write(bytesValues(all), 0, 5);
    const bytes = encoder.finish();
    expect(strings(decoder(bytes, context(byteArray, 5)).read(5))).toEqual(all);
    const inTwo = decoder(bytes, context(byteArray, 5));
    expect([...strings(inTwo.read(2)), ...strings(inTwo.read(3))]).toEqual(all);
  }
});

describe.each(shapes)('blocks of $blockSize values in $miniblocks miniblocks', (shape) => {
  test.each([32, 64] as const)(
    'INT%i values are encoded to the same bytes as with a reference encoder that uses BigInt',
    (bits) => {
      for (const values of samplesOf(bits)) {
        const encoder = deltaBinaryPacked.encoder(bits === 32 ? int32 : int64, shape);
        const column =
          bits === 32 ? int32Values(Int32Array.from(values, Number)) : int64Values(BigInt64Array.from(values));
        encoder.write(column, 0, values.length);
        expect(encoder.finish()).toEqual(encodeStream(values, bits, shape));
      }
    },
  );
});

const texts = Array.from({ length: 300 }, (_, i) => 'abc'.repeat(i % 7) + (i >> 2));
const kinds: [string, WritableEncoding, ColumnType, DirectValues][] = [
  ['DELTA_BINARY_PACKED', deltaBinaryPacked, int32, int32Values(Int32Array.from({ length: 300 }, (_, i) => i ** 3))],
  ['DELTA_LENGTH_BYTE_ARRAY', deltaLengthByteArray, byteArray, bytesValues(texts)],
  ['DELTA_BYTE_ARRAY', deltaByteArray, byteArray, bytesValues(texts)],
];

describe.each(kinds)('encoder of %s', (_, encoding, column, values) => {
  const encoderFor = (): ValueEncoder => encoding.encoder(column);

  test('delta encoders write the same page for consecutive ranges as for one range', () => {
    for (const [from, to] of [
      [0, 300],
      [17, 260],
      [299, 300],
    ] as const) {
      const whole = encoderFor();
      whole.write(values, from, to);
      const bytes = whole.finish();
      for (const size of [1, 50, 128]) {
        const parts = encoderFor();
        for (let at = from; at < to; at += size) parts.write(values, at, Math.min(to, at + size));
        expect(parts.finish()).toEqual(bytes);
      }
    }
  });

  test('byteLength of a delta encoder is at least the size of the page so far, and not much larger', () => {
    const encoder = encoderFor();
    for (let at = 0; at < 300; at++) {
      encoder.write(values, at, at + 1);
      const same = encoderFor();
      same.write(values, 0, at + 1);
      const { length } = same.finish();
      expect(encoder.byteLength).toBeGreaterThanOrEqual(length);
      // The bound may exceed the size by two headers of 25 bytes and two unfinished blocks of 128 values.
      expect(encoder.byteLength).toBeLessThanOrEqual(length + 2 * (25 + 14 + 4 * 128));
    }
  });
});
