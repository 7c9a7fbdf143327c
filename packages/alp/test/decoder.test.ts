import { alp, createAlp } from '@marquetry/alp';
import { javascriptKernels } from '@marquetry/bit-io';
import { createColumnBuffer, createLimits, type Kernels } from '@marquetry/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { doubleFractions, doublePowers, floatFractions, floatPowers } from '../src/powers.js';
import { bitsOf, double, encode, faultOf, float, hex, numbers, open } from './pages.js';
import { readReference } from './reference.js';

test('createAlp uses the given kernels to unpack, pack and allocate', () => {
  const used: string[] = [];
  const kernels: Kernels = {
    ...javascriptKernels,
    allocate: (byteLength) => {
      used.push('allocate');
      return javascriptKernels.allocate(byteLength);
    },
    unpack: (...args) => {
      used.push('unpack');
      javascriptKernels.unpack(...args);
    },
    pack: (...args) => {
      used.push('pack');
      javascriptKernels.pack(...args);
    },
  };
  const other = createAlp(kernels);
  const values = numbers(double, [1, 2.5, 3]);
  const encoder = other.encoder(double);
  encoder.write(values, 0, 3);
  const bytes = encoder.finish();
  expect(bytes).toEqual(encode(values));
  const read = other.decoder(bytes, { column: double, valueCount: 3, limits: createLimits() }).read(3);
  expect(bitsOf(read)).toEqual(bitsOf(values));
  expect(used).toEqual(['pack', 'allocate', 'unpack']);
});

test('an ALP page without values may be empty', () => {
  expect(open(double, new Uint8Array(0), 0).read(0).length).toBe(0);
});

test('a few bytes that describe more ALP values than the limit allows throw LIMIT', () => {
  // This page describes 2^15 equal values in one vector, whose integers have width 0.
  const bytes = hex('00000f00800000 04000000 0000000000000000000000000000');
  const limits = createLimits({ decodedBytes: 1000 });
  const decoder = alp.decoder(bytes, { column: double, valueCount: 32768, limits });
  expect(faultOf(() => decoder.read(32768))).toEqual({ code: 'LIMIT' });
});

test('ALP offsets that do not ascend, or leave a gap, are rejected as CORRUPT', () => {
  const bytes = encode(
    numbers(
      double,
      Array.from({ length: 24 }, (_, i) => i),
    ),
    { vectorSize: 8 },
  );
  const back = bytes.slice();
  back[15] = 12;
  expect(faultOf(() => open(double, back, 24))).toEqual({ code: 'CORRUPT', offset: 15 });
  const gap = bytes.slice();
  gap[11]! += 1;
  expect(faultOf(() => open(double, gap, 24).read(24))).toEqual({ code: 'CORRUPT', offset: 19 });
});

test('ALP does not support types other than FLOAT and DOUBLE', () => {
  const supported = ([0, 1, 2, 3, 4, 5, 6, 7] as const).filter((type) => alp.supports({ type, width: 0 }));
  expect(supported).toEqual([4, 5]);
  expect(faultOf(() => open({ type: 2, width: 8 }, new Uint8Array(0), 0))).toEqual({ code: 'INVALID_ARGUMENT' });
  expect(faultOf(() => alp.encoder({ type: 1, width: 4 }))).toEqual({ code: 'INVALID_ARGUMENT' });
});

describe('ALP constants are the numbers nearest to the powers of ten:', () => {
  /** Returns a finite number as an exact fraction: numerator and denominator. */
  function fraction(value: number): readonly [bigint, bigint] {
    let denominator = 1n;
    let rest = value;
    while (!Number.isInteger(rest)) {
      rest *= 2;
      denominator *= 2n;
    }
    return [BigInt(rest), denominator];
  }
  const neighbours = (array: Float32Array | Float64Array, i: number): number[] => {
    const copy = array.slice(i, i + 1);
    const bits = copy instanceof Float32Array ? new Int32Array(copy.buffer) : new BigInt64Array(copy.buffer);
    return [-1, 2].map((step) => {
      bits[0] = (typeof bits[0] === 'bigint' ? bits[0]! + BigInt(step) : bits[0]! + step) as never;
      return copy[0]!;
    });
  };
  /** Returns |value - 10^power| as a fraction: numerator and denominator. */
  function distance(value: number, power: number): readonly [bigint, bigint] {
    const [top, bottom] = fraction(value);
    const ten = 10n ** BigInt(Math.abs(power));
    const difference = power < 0 ? top * ten - bottom : top - ten * bottom;
    return [difference < 0n ? -difference : difference, power < 0 ? bottom * ten : bottom];
  }
  test.each([
    ['DOUBLE 10^n', doublePowers, 1, 19],
    ['DOUBLE 10^-n', doubleFractions, -1, 19],
    ['FLOAT 10^n', floatPowers, 1, 11],
    ['FLOAT 10^-n', floatFractions, -1, 11],
  ] as const)('ALP constants are the numbers nearest to the powers of ten: %s', (_, array, sign, length) => {
    expect(array).toHaveLength(length);
    for (let i = 0; i < length; i++) {
      const [off, unit] = distance(array[i]!, sign * i);
      for (const other of neighbours(array, i)) {
        const [further, otherUnit] = distance(other, sign * i);
        expect(off * otherUnit < further * unit).toBe(true);
      }
    }
  });
});

/** Generates the bytes of valid vectors with any integers, scales and exceptions, without using the encoder. */
const anyVector = (isDouble: boolean, count: number) =>
  fc
    .record({
      exponent: fc.nat(isDouble ? 18 : 10),
      factorShare: fc.nat(100),
      reference: fc.uint8Array({ minLength: 8, maxLength: 8 }),
      isSmall: fc.boolean(),
      width: fc.nat(isDouble ? 64 : 32),
      seed: fc.nat(),
      exceptions: fc.array(fc.nat(count - 1), { maxLength: count }),
    })
    .map(({ exponent, factorShare, reference, isSmall, width, seed, exceptions }) => {
      const wide = isDouble ? 8 : 4;
      const least = isSmall ? reference.slice(0, wide).fill(seed & 1 ? 255 : 0, 3) : reference.slice(0, wide);
      let state = seed;
      const noise = () => {
        state = (Math.imul(state, 1664525) + 1013904223) | 0;
        return state >>> 24;
      };
      return [
        exponent,
        Math.round((exponent * factorShare) / 100),
        exceptions.length & 255,
        exceptions.length >> 8,
        ...least,
        width,
        ...Array.from({ length: Math.ceil((count * width) / 8) }, noise),
        ...exceptions.flatMap((position) => [position & 255, position >> 8]),
        ...Array.from({ length: wide * exceptions.length }, noise),
      ];
    });

const anyPage = (isDouble: boolean) =>
  fc
    .record({ log: fc.integer({ min: 3, max: 6 }), count: fc.integer({ min: 1, max: 150 }) })
    .chain(({ log, count }) => {
      const size = 2 ** log;
      const lengths = Array.from({ length: Math.ceil(count / size) }, (_, i) => Math.min(size, count - i * size));
      return fc.tuple(fc.constant(log), fc.constant(count), fc.tuple(...lengths.map((n) => anyVector(isDouble, n))));
    })
    .map(([log, count, vectors]) => {
      const offsets: number[] = [];
      let offset = 4 * vectors.length;
      for (const vector of vectors) {
        for (let k = 0; k < 4; k++) offsets.push((offset >> (8 * k)) & 255);
        offset += vector.length;
      }
      return {
        count,
        bytes: Uint8Array.from([0, 0, log, count & 255, count >> 8, 0, 0, ...offsets, ...vectors.flat()]),
      };
    });

describe.each([
  ['FLOAT', float],
  ['DOUBLE', double],
] as const)('ALP decoder, %s', (_, column) => {
  const isDouble = column.width === 8;

  test('any ALP page is decoded to the same bits as by a reference decoder, at any alignment', () => {
    fc.assert(
      fc.property(anyPage(isDouble), fc.nat(9), fc.nat(20), ({ bytes, count }, shift, slack) => {
        const { values } = readReference(bytes, isDouble);
        const memory = new Uint8Array(shift + bytes.length + slack).fill(0xa5);
        memory.set(bytes, shift);
        const read = open(column, memory.subarray(shift), count).read(count);
        expect(bitsOf(read)).toEqual(values.map((bits) => bits.toString(16).padStart(2 * column.width, '0')));
      }),
      { numRuns: 400 },
    );
  });

  test('any sequence of reads and skips returns the same ALP values as a single read', () => {
    fc.assert(
      fc.property(anyPage(isDouble), fc.array(fc.tuple(fc.nat(2), fc.nat(40))), ({ bytes, count }, steps) => {
        const whole = bitsOf(open(column, bytes, count).read(count));
        const decoder = open(column, bytes, count);
        const buffer = createColumnBuffer(column);
        let at = 0;
        for (const [kind, wanted] of steps) {
          const n = Math.min(wanted, decoder.remaining);
          if (kind === 0) decoder.skip(n);
          else if (kind === 1) expect(bitsOf(decoder.read(n))).toEqual(whole.slice(at, at + n));
          else {
            buffer.clear();
            decoder.readInto(buffer, n);
            expect(bitsOf(buffer.values)).toEqual(whole.slice(at, at + n));
          }
          at += n;
          expect(decoder.remaining).toBe(count - at);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('skipped ALP vectors are not read', () => {
    const bytes = encode(
      numbers(
        column,
        Array.from({ length: 80 }, (_, i) => i / 4),
      ),
      { vectorSize: 16 },
    );
    // Make the exponent of the first vector invalid, which only a read of this vector detects.
    bytes[7 + 4 * 5] = 200;
    const decoder = open(column, bytes, 80);
    decoder.skip(16);
    expect(bitsOf(decoder.read(3))).toEqual(bitsOf(numbers(column, [4, 4.25, 4.5])));
    expect(faultOf(() => open(column, bytes, 80).read(1))).toEqual({ code: 'CORRUPT', offset: 27 });
  });

  test('a damaged ALP page yields values or a ParquetError', () => {
    fc.assert(
      fc.property(
        anyPage(isDouble),
        fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 3 }),
        fc.nat(400),
        ({ bytes, count }, changes, cut) => {
          const damaged = bytes.slice(0, Math.max(0, bytes.length - Math.max(0, cut - 300)));
          for (const [at, value] of changes) if (at < damaged.length) damaged[at] = value;
          faultOf(() => expect(open(column, damaged, count).read(count).length).toBe(count));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
