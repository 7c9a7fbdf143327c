/**
 * A second implementation of the encodings, written directly from their definitions and without regard for speed. It writes the pages that
 * the encoding matrix reads, and uses no code under test. A value is an array of little-endian bytes; a BOOLEAN is one byte, 0 or 1.
 */
import { type ColumnType, EncodingId, PhysicalType, type Values } from '@marquetry/core';
import { join } from '@marquetry/test-support/hex.js';
import { referenceAlp } from './reference-alp.js';
import { packBits, toInteger, uleb, zigzag } from './reference-bits.js';

type Items = readonly Uint8Array[];

/** Returns each value as its bytes. */
export function itemsOf(values: Values): Uint8Array[] {
  return Array.from({ length: values.length }, (_, i) => itemOf(values, i));
}

function itemOf(values: Values, index: number): Uint8Array {
  switch (values.layout) {
    case 'bits':
      return Uint8Array.of(((values.data[index >> 3] as number) >> (index & 7)) & 1);
    case 'bytes':
      return values.data.slice(values.offsets[index], values.offsets[index + 1]);
    case 'fixed': {
      const { buffer, byteOffset } = values.data;
      return new Uint8Array(buffer, byteOffset + index * values.width, values.width).slice();
    }
    case 'dictionary':
      return itemOf(values.dictionary, values.indices[index] as number);
  }
}

/** Returns the encoded values of a page. For dictionary indices, use {@link referenceIndices}. */
export function referenceBytes(encoding: number, column: ColumnType, items: Items): Uint8Array {
  switch (encoding) {
    case EncodingId.PLAIN:
      return plain(column, items);
    case EncodingId.RLE: {
      const bytes = runs(
        items.map(([bit]) => BigInt(bit as number)),
        1,
      );
      return join(u32(bytes.length), bytes);
    }
    case EncodingId.DELTA_BINARY_PACKED:
      return delta(items.map(toInteger), 8 * column.width);
    case EncodingId.DELTA_LENGTH_BYTE_ARRAY:
      return lengths(items);
    case EncodingId.DELTA_BYTE_ARRAY:
      return fronts(items);
    case EncodingId.BYTE_STREAM_SPLIT:
      return join(
        ...Array.from({ length: column.width }, (_, k) => Uint8Array.from(items, (item) => item[k] as number)),
      );
    case EncodingId.ALP:
      return referenceAlp(items, column.width);
    case EncodingId.GROUP_VAR_INT:
      return groups(items, column.width);
    default:
      throw new Error(`no reference for encoding ${encoding}`);
  }
}

/** Returns a page of indices: the width byte, then runs. */
export function referenceIndices(indices: readonly number[], width: number): Uint8Array {
  return join(Uint8Array.of(width), runs(indices.map(BigInt), width));
}

/** Encodes values as PLAIN (Encodings.md#PLAIN). */
function plain({ type }: ColumnType, items: Items): Uint8Array {
  if (type === PhysicalType.BOOLEAN) {
    return packBits(
      items.map(([bit]) => BigInt(bit as number)),
      1,
    );
  }
  if (type !== PhysicalType.BYTE_ARRAY) return join(...items);
  return join(...items.flatMap((item) => [u32(item.length), item]));
}

/** Encodes values as RLE (Encodings.md#RLE): half of the values in bit-packed groups of eight, the others as runs of the same value. */
function runs(values: readonly bigint[], width: number): Uint8Array {
  const groupCount = Math.floor(values.length / 16);
  const parts: Uint8Array[] = [];
  if (groupCount > 0) parts.push(uleb((groupCount << 1) | 1), packBits(values.slice(0, 8 * groupCount), width));
  for (let i = 8 * groupCount, next = i; i < values.length; i = next) {
    while (next < values.length && values[next] === values[i]) next++;
    parts.push(uleb((next - i) << 1), packBits([values[i] as bigint], 8 * Math.ceil(width / 8)));
  }
  return join(...parts);
}

/**
 * Encodes integers as DELTA_BINARY_PACKED (Encodings.md#DELTAENC), in blocks of 128 values and four miniblocks. Differences wrap around at
 * `bits`.
 */
function delta(values: readonly bigint[], bits: number): Uint8Array {
  const parts = [uleb(128), uleb(4), uleb(values.length), uleb(zigzag(values[0] ?? 0n))];
  const deltas = values.slice(1).map((value, i) => BigInt.asIntN(bits, value - (values[i] as bigint)));
  for (let from = 0; from < deltas.length; from += 128) {
    const block = deltas.slice(from, from + 128);
    const least = block.reduce((a, b) => (b < a ? b : a));
    const minis = [0, 32, 64, 96].map((at) =>
      block.slice(at, at + 32).map((each) => BigInt.asUintN(bits, each - least)),
    );
    const widths = minis
      .map((mini) => mini.reduce((a, b) => (b > a ? b : a), 0n))
      .map((most) => (most === 0n ? 0 : most.toString(2).length));
    parts.push(uleb(zigzag(least)), Uint8Array.from(widths));
    for (const [i, mini] of minis.entries()) {
      if (mini.length > 0)
        parts.push(packBits([...mini, ...Array<bigint>(32 - mini.length).fill(0n)], widths[i] as number));
    }
  }
  return join(...parts);
}

/** Encodes values as DELTA_LENGTH_BYTE_ARRAY (Encodings.md#DELTALENGTH). */
function lengths(items: Items): Uint8Array {
  return join(
    delta(
      items.map(({ length }) => BigInt(length)),
      32,
    ),
    ...items,
  );
}

/** Encodes values as DELTA_BYTE_ARRAY (Encodings.md#DELTASTRINGS). */
function fronts(items: Items): Uint8Array {
  const shared = items.map((item, i) => {
    const before = items[i - 1] ?? new Uint8Array(0);
    let n = 0;
    while (n < item.length && n < before.length && item[n] === before[n]) n++;
    return n;
  });
  return join(delta(shared.map(BigInt), 32), lengths(items.map((item, i) => item.subarray(shared[i]))));
}

/**
 * Encodes integers as GROUP_VAR_INT, as the specification of 2012 defines it. Where that is unclear, it follows the choices in the
 * package's README.
 */
function groups(items: Items, width: number): Uint8Array {
  const [size, lengthBits] = width === 4 ? [4, 2] : [5, 3];
  const parts: Uint8Array[] = [];
  for (let from = 0; from < items.length; from += size) {
    const group = Array.from({ length: size }, (_, i) => items[from + i] ?? new Uint8Array(width));
    const kept = group.map((item) =>
      item.subarray(
        0,
        item.reduce((end, byte, i) => (byte === 0 ? end : i + 1), 1),
      ),
    );
    const tag = kept.reduce((bits, { length }) => (bits << lengthBits) | (length - 1), 0);
    parts.push(width === 4 ? Uint8Array.of(tag) : Uint8Array.of(tag >> 8, tag), ...kept);
  }
  return join(...parts);
}

function u32(value: number): Uint8Array {
  return Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24);
}
