import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLimits, PhysicalType } from '@marquetry/core';
import { xorFloat } from 'example-xor-float';

const double = /** @type {const} */ ({ type: PhysicalType.DOUBLE, width: 8 });
const float = /** @type {const} */ ({ type: PhysicalType.FLOAT, width: 4 });
const limits = createLimits();

/** @param {string} bits Spaces are ignored. */
function bytesOfBits(bits) {
  const octets = bits.replaceAll(' ', '').match(/.{1,8}/g) ?? [];
  return octets.map((octet) => Number.parseInt(octet.padEnd(8, '0'), 2));
}

/** @param {number} value */
function bitsOfDouble(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(2).padStart(64, '0');
}

// Worked out by hand. 12, 24 and 15 are the values in the figure of the paper: 12 and 24 differ in one bit after 11 equal ones, 24 and 15 in
// bits 12 to 15 (0x0016000000000000).
const vectors = [
  { of: 'one value', values: [12], bits: bitsOfDouble(12) },
  { of: 'a repeated value', values: [12, 12], bits: `${bitsOfDouble(12)} 0` },
  { of: 'values that differ in one bit', values: [12, 24], bits: `${bitsOfDouble(12)} 11 01011 000000 1` },
  {
    of: 'a value that needs a new window',
    values: [12, 24, 15],
    bits: `${bitsOfDouble(12)} 11 01011 000000 1 11 01011 000011 1011`,
  },
  {
    of: 'a value that reuses the previous window',
    values: [12, 24, 15, 12],
    // 15 and 12 differ in 0x0006000000000000: 011 in the window of four bits is 0011.
    bits: `${bitsOfDouble(12)} 11 01011 000000 1 11 01011 000011 1011 10 0011`,
  },
  { of: 'values that differ only in the sign', values: [1, -1], bits: `${bitsOfDouble(1)} 11 00000 000000 1` },
];

describe('XOR_FLOAT', () => {
  for (const { of, values, bits } of vectors) {
    it(`encodes and decodes ${of}`, () => {
      const bytes = bytesOfBits(bits);
      const encoder = xorFloat.encoder(double);
      const data = Float64Array.from(values);
      encoder.write({ layout: 'fixed', type: 5, width: 8, length: data.length, data }, 0, data.length);
      assert.equal(encoder.byteLength, bytes.length);
      assert.deepEqual([...encoder.finish()], bytes);
      // Junk after the values stays unread.
      const page = Uint8Array.from([...bytes, 0xff, 0xff]);
      const read = xorFloat.decoder(page, { column: double, valueCount: values.length, limits }).read(values.length);
      assert.equal(read.layout, 'fixed');
      assert.deepEqual(read.layout === 'fixed' && [...read.data], values);
    });
  }

  it('decodes FLOAT values, whose window length takes 5 bits', () => {
    // 1 is 0x3f800000, 1.5 is 0x3fc00000: they differ in one bit after 9 equal ones.
    const bytes = bytesOfBits(`${(0x3f800000).toString(2).padStart(32, '0')} 11 01001 00000 1`);
    const read = xorFloat.decoder(Uint8Array.from(bytes), { column: float, valueCount: 2, limits }).read(2);
    assert.deepEqual(read.layout === 'fixed' && [...read.data], [1, 1.5]);
  });
});

describe('invalid XOR_FLOAT data', () => {
  /** @type {[what: string, bits: string, code: string][]} */
  const faults = [
    ['rejects a missing step', '', 'TRUNCATED'],
    ['rejects a step that reuses a window before any was stored', '10 1', 'CORRUPT'],
    ['rejects a window beyond the value', '11 11111 111111 1', 'CORRUPT'],
    ['rejects a window without its bits', '11 00000 111111 1', 'TRUNCATED'],
  ];
  for (const [what, bits, code] of faults) {
    it(what, () => {
      const page = Uint8Array.from(bytesOfBits(bitsOfDouble(12) + bits));
      const read = () => xorFloat.decoder(page, { column: double, valueCount: 2, limits }).read(2);
      assert.throws(read, { name: 'ParquetError', code });
    });
  }
});

it('slowly changing sensor values take less than 0.4 bytes per value', () => {
  // 10,000 temperatures in quarters of a degree, which change now and then.
  const data = Float64Array.from({ length: 10_000 }, (_, i) => 20 + Math.round(8 * Math.sin(i / 200)) / 4);
  const encoder = xorFloat.encoder(double);
  encoder.write({ layout: 'fixed', type: 5, width: 8, length: data.length, data }, 0, data.length);
  assert.ok(encoder.finish().length < 80_000 / 20);
});
