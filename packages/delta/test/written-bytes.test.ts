/** Compares the output of the delta encoder, byte by byte, with blocks that are built with BigInt. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deltaBinaryPacked } from '../src/index.js';
import { type ReferenceBlock, writeStream } from './reference.js';
import { int32, int32Values, int64, int64Values } from './values.js';

const shape = { blockSize: 128, miniblocks: 4 } as const;

function bitLength(values: readonly bigint[]): number {
  return (
    values.reduce((all, value) => all | value, 0n).toString(2).length * (values.some((value) => value > 0n) ? 1 : 0)
  );
}

/**
 * Encodes the values as blocks. Deltas are signed and modulo 2^bits; the smallest delta of a block is subtracted from
 * all of them.
 */
function expectedBytes(values: readonly bigint[], bits: 32 | 64): Uint8Array {
  const deltas = values.slice(1).map((value, i) => BigInt.asIntN(bits, value - (values[i] ?? 0n)));
  const blocks: ReferenceBlock[] = [];
  for (let from = 0; from < deltas.length; from += shape.blockSize) {
    const block = deltas.slice(from, from + shape.blockSize);
    const minDelta = block.reduce((least, delta) => (delta < least ? delta : least));
    const miniblocks = [0, 32, 64, 96].map((at) => {
      const packed = block.slice(at, at + 32).map((delta) => delta - minDelta);
      return { width: bitLength(packed), packed };
    });
    blocks.push({ minDelta, miniblocks });
  }
  return writeStream(values.length, values[0] ?? 0n, blocks, shape);
}

function written(values: readonly bigint[], bits: 32 | 64): Uint8Array {
  const encoder = deltaBinaryPacked.encoder(bits === 32 ? int32 : int64);
  if (bits === 32) encoder.write(int32Values(Int32Array.from(values, Number)), 0, values.length);
  else encoder.write(int64Values(BigInt64Array.from(values)), 0, values.length);
  return encoder.finish();
}

const edges = [0n, 1n, 2n ** 31n - 1n, 2n ** 31n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 33n, 2n ** 62n, 2n ** 63n - 1n];
const delta = fc.oneof(
  fc.constantFrom(...edges, ...edges.map((edge) => -edge)),
  fc.bigInt({ min: -9n, max: 9n }),
  fc.bigInt({ min: -(2n ** 31n), max: 2n ** 31n - 1n }),
);

test.each([32, 64] as const)(
  'the delta encoder writes INT%i deltas of 32 bits and more as the format requires',
  (bits) => {
    const property = fc.property(delta, fc.array(delta, { maxLength: 300, size: 'max' }), (first, deltas) => {
      const values = [BigInt.asIntN(bits, first)];
      for (const next of deltas) values.push(BigInt.asIntN(bits, (values.at(-1) ?? 0n) + next));
      expect(written(values, bits)).toEqual(expectedBytes(values, bits));
    });
    fc.assert(property);
  },
);

test('the delta encoder writes the same bytes for 32-bit deltas before and after a block with wider deltas', () => {
  const deltas = [0, 1, 2, 0].flatMap((kind) =>
    Array.from({ length: 128 }, (_, i) => BigInt(i % 5) * (kind === 1 ? 2n ** 40n : kind === 2 ? -(2n ** 31n) : 3n)),
  );
  const values = [7n];
  for (const next of deltas) values.push(BigInt.asIntN(64, (values.at(-1) ?? 0n) + next));
  expect(written(values, 64)).toEqual(expectedBytes(values, 64));
});

test.each([32, 64] as const)(
  'the delta encoder writes INT%i deltas of every width, at every position in a miniblock',
  (bits) => {
    for (let width = 0; width <= bits; width++) {
      // Deltas from -9 to 2^width - 10: the highest and the lowest bits of a value differ from those of its neighbors.
      const mask = (1n << BigInt(width)) - 1n;
      const values = [7n];
      for (let i = 0n; i < 300n; i++) {
        const packed = i % 32n === 0n ? mask : i % 32n === 1n ? 0n : (i * 0x9e3779b97f4a7c15n) & mask;
        values.push(BigInt.asIntN(bits, (values.at(-1) ?? 0n) + packed - 9n));
      }
      expect(written(values, bits)).toEqual(expectedBytes(values, bits));
    }
  },
);

test('the delta encoder writes positive and negative deltas of more than 32 bits, in one call or several', () => {
  const half = 2n ** 32n;
  const parts = [
    [7n, 5n, -3n, 9n, 8n],
    [half, -half, half + 5n, -half - 1n, 1n, 2n ** 33n, -1n, 0n],
    [-(2n ** 33n), 4n, 4n],
  ];
  for (const count of [1, 2, 3]) {
    const encoder = deltaBinaryPacked.encoder(int64);
    for (const part of parts.slice(0, count)) encoder.write(int64Values(BigInt64Array.from(part)), 0, part.length);
    expect(encoder.finish()).toEqual(expectedBytes(parts.slice(0, count).flat(), 64));
  }
});
