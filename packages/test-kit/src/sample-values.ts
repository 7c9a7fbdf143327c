/** Creates values that reveal errors in encodings: extremes, noise, constants and ascending values. */
import { bytesOf, type ColumnType, type DirectValues, fixedValues, PhysicalType } from '@marquetry/core';
import type { Random } from './random.js';

/** The kind of sample values to generate. */
export type SampleValues = 'edges' | 'random' | 'constant' | 'ascending';

/**
 * Returns `count` values of a column. The kind `edges` contains the extremes of the type, including NaNs with payloads
 * and negative zeros.
 */
export function sampleValues(column: ColumnType, kind: SampleValues, count: number, random: Random): DirectValues {
  switch (column.type) {
    case PhysicalType.BOOLEAN:
      return sampleBits(kind, count, random);
    case PhysicalType.BYTE_ARRAY:
      return sampleByteArrays(kind, count, random);
    default:
      return sampleFixed(column, kind, count, random);
  }
}

function sampleBits(kind: SampleValues, count: number, random: Random): DirectValues {
  const data = new Uint8Array(Math.ceil(count / 8));
  for (let i = 0; i < count; i++) {
    // For BOOLEAN, ascending values are all `false` values, then all `true` values.
    const bit = { edges: i & 1, random: random(2), constant: 1, ascending: i < count / 3 ? 0 : 1 }[kind];
    data[i >> 3] = (data[i >> 3] ?? 0) | (bit << (i & 7));
  }
  return { layout: 'bits', type: PhysicalType.BOOLEAN, length: count, data };
}

/** 32-bit words that are, or are parts of, extreme values of integers and floating-point numbers. */
const edgeWords: readonly number[] = [
  0, 1, 0xffffffff, 0x7fffffff, 0x80000000, 0x80000001, 0x7fc00001, 0x7ff80000, 0xfff00000, 0x7f800000, 0xff800000,
  0x3f800000, 0x0000ffff, 0x00ff00ff,
];

function sampleFixed(column: ColumnType, kind: SampleValues, count: number, random: Random): DirectValues {
  const { width } = column;
  // The 8 additional bytes let every value be written as whole words.
  const bytes = new Uint8Array(count * width + 8);
  const view = new DataView(bytes.buffer);
  let low = random(2 ** 32);
  const value = new Uint8Array(Math.ceil(width / 4) * 4);
  const words = new DataView(value.buffer);
  for (let i = 0; i < count; i++) {
    if (kind === 'ascending') low = (low + random(100)) >>> 0;
    for (let k = 0; k < value.length; k += 4) {
      const edge = edgeWords[random(edgeWords.length)] ?? 0;
      const rising = k === 0 ? low : 7;
      words.setUint32(k, { edges: edge, random: random(2 ** 32), constant: 0x01020304, ascending: rising }[kind], true);
    }
    for (let k = 0; k < width; k++) view.setUint8(i * width + k, value[k] ?? 0);
  }
  return fixedValues(column, bytes, 0, count);
}

function sampleByteArrays(kind: SampleValues, count: number, random: Random): DirectValues {
  const offsets = new Int32Array(count + 1);
  const values: Uint8Array[] = [];
  let before = new Uint8Array(0);
  for (let i = 0; i < count; i++) {
    if (kind !== 'constant' || i === 0) {
      // Each ascending value starts with most of the previous value, followed by a few new bytes.
      const kept = kind === 'ascending' ? random(before.length + 1) : 0;
      const length = { edges: [0, 1, 3, 4, 5, 65, 300][random(7)] ?? 0, random: random(24), constant: 9, ascending: 0 };
      const value = new Uint8Array(kind === 'ascending' ? kept + random(6) : length[kind]);
      for (let k = 0; k < value.length; k++) value[k] = k < kept ? (before[k] ?? 0) : random(256);
      before = value;
    }
    values.push(before);
    offsets[i + 1] = (offsets[i] ?? 0) + before.length;
  }
  const data = new Uint8Array(offsets[count] ?? 0);
  for (const [i, value] of values.entries()) data.set(value, offsets[i]);
  return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: count, offsets, data };
}

/** Returns a copy of the bytes that is at offset `shift` of a larger buffer, whose other bytes are `junk`. */
export function bytesMoved(bytes: Uint8Array, shift: number, junk: number): Uint8Array {
  const memory = new Uint8Array(bytes.length + shift + 64).fill(junk);
  memory.set(bytesOf(bytes), shift);
  return memory.subarray(shift, shift + bytes.length);
}
