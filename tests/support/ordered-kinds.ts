/**
 * Lists a column for each type that has a sort order. The orders are implemented from the specification, without code
 * of the packages.
 */
import { type DirectValues, fixedValues, PhysicalType, widthOf } from '@marquetry/core';
import type { ColumnOrder } from '@marquetry/metadata';
import { createSchema, defineSchema, type FieldDefinition, type LeafNode, schemaElements } from '@marquetry/schema';
import fc from 'fast-check';

/** Returns the leaf column of a schema that has one column. */
export function leafOf(definition: FieldDefinition): LeafNode {
  const [leaf] = createSchema(schemaElements(defineSchema({ c: definition }))).leaves;
  if (leaf === undefined) throw new Error('a schema of one column has one leaf');
  return leaf;
}

export interface OrderedKind {
  readonly name: string;
  readonly leaf: LeafNode;
  readonly columnOrder: ColumnOrder['kind'];
  /** Returns a key that can be compared with `<`. Returns `undefined` for NaN, which has no place in the order. */
  readonly rank: (bytes: Uint8Array) => number | bigint | string | undefined;
}

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const littleEndian = (bytes: Uint8Array): bigint => BigInt(`0x${hexOf(Uint8Array.from(bytes).reverse()) || '0'}`);
const signedLittle = (bytes: Uint8Array): bigint => BigInt.asIntN(8 * bytes.length, littleEndian(bytes));
const signedBig = (bytes: Uint8Array): bigint => BigInt.asIntN(8 * bytes.length, BigInt(`0x${hexOf(bytes) || '0'}`));

/** Returns the IEEE 754 number (sign | exponent | fraction) in 2, 4 or 8 bytes. Returns `undefined` for NaN. */
function floatRank(bytes: Uint8Array): number | undefined {
  const exponentBits = { 2: 5, 4: 8, 8: 11 }[bytes.length] as number;
  const fractionBits = 8 * bytes.length - 1 - exponentBits;
  const bits = littleEndian(bytes)
    .toString(2)
    .padStart(8 * bytes.length, '0');
  const exponent = Number.parseInt(bits.slice(1, 1 + exponentBits), 2);
  const fraction = Number(BigInt(`0b${bits.slice(1 + exponentBits)}`)) / 2 ** fractionBits;
  const sign = bits[0] === '1' ? -1 : 1;
  const bias = 2 ** (exponentBits - 1) - 1;
  if (exponent === 2 * bias + 1) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : undefined;
  // Adding 0 turns -0 into +0, because the two are equal in this order.
  if (exponent === 0) return sign * fraction * 2 ** (1 - bias) + 0;
  return sign * (1 + fraction) * 2 ** (exponent - bias);
}

/** Returns the rank of a float in the total order: by sign, then by magnitude, with -0 below +0. */
function totalRank(bytes: Uint8Array): bigint {
  const bits = littleEndian(bytes);
  const signBit = 1n << BigInt(8 * bytes.length - 1);
  return bits < signBit ? bits : signBit - 1n - bits;
}

/** Returns the rank of an INT96 timestamp: its days and nanoseconds, both signed, in one number. */
function int96Rank(bytes: Uint8Array): bigint {
  return signedLittle(bytes.subarray(8)) * 2n ** 70n + signedLittle(bytes.subarray(0, 8));
}

const unsignedInts = ['UINT8', 'UINT16', 'UINT32', 'UINT64'] as const;
const signedInts = ['INT32', 'INT64', 'INT8', 'INT16', 'DATE'] as const;
const times = (['MILLIS', 'MICROS', 'NANOS'] as const).flatMap((unit) => [
  { type: 'TIME', unit } as const,
  { type: 'TIMESTAMP', unit } as const,
]);
const decimals = (['INT32', 'INT64', 'FIXED_LEN_BYTE_ARRAY', 'BYTE_ARRAY'] as const).map(
  (physicalType) => ({ type: 'DECIMAL', precision: 9, scale: 2, physicalType }) as const,
);
const byteArrays = [
  ...(['BYTE_ARRAY', 'STRING', 'ENUM', 'JSON', 'BSON', 'UUID'] as const),
  { type: 'FIXED_LEN_BYTE_ARRAY', typeLength: 5 } as const,
];
const floats = ['FLOAT', 'DOUBLE', 'FLOAT16'] as const;

function kind(definition: FieldDefinition, rank: OrderedKind['rank'], columnOrder: OrderedKind['columnOrder']) {
  const name = typeof definition === 'string' ? definition : Object.values(definition).join(' ');
  return { name: `${name} in ${columnOrder}`, leaf: leafOf(definition), columnOrder, rank };
}

/** Every physical type, annotation and column order for which the format defines an order. */
export const orderedKinds: readonly OrderedKind[] = [
  kind('BOOLEAN', (bytes) => bytes[0] as number, 'TYPE_ORDER'),
  ...signedInts.map((type) => kind(type, signedLittle, 'TYPE_ORDER')),
  ...unsignedInts.map((type) => kind(type, littleEndian, 'TYPE_ORDER')),
  ...times.map((type) => kind(type, signedLittle, 'TYPE_ORDER')),
  ...decimals.map((type) => {
    const isWord = type.physicalType === 'INT32' || type.physicalType === 'INT64';
    return kind(type, isWord ? signedLittle : signedBig, 'TYPE_ORDER');
  }),
  // Hexadecimal text sorts like the bytes that it encodes, and a prefix sorts before longer text.
  ...byteArrays.map((type) => kind(type, hexOf, 'TYPE_ORDER')),
  ...floats.map((type) => kind(type, floatRank, 'TYPE_ORDER')),
  ...floats.map((type) => kind(type, totalRank, 'IEEE_754_TOTAL_ORDER')),
  kind('INT96', int96Rank, 'INT96_TIMESTAMP_ORDER'),
];

/** Returns `count` distinct values of a kind without NaN, in ascending order by the specification. BOOLEAN has only two values. */
export function ascendingValues(kind: OrderedKind, count: number): Uint8Array[] {
  const values = new Map<number | bigint | string, Uint8Array>();
  for (const bytes of fc.sample(plainValue(kind.leaf), { numRuns: 200, seed: 1 })) {
    const rank = kind.rank(bytes);
    const isNan =
      kind.leaf.annotation?.kind === 'FLOAT16' || kind.leaf.type === 4 || kind.leaf.type === 5
        ? isNanBits(bytes)
        : false;
    if (rank !== undefined && !isNan) values.set(rank, bytes);
  }
  const ranks = [...values.keys()].sort((a, b) => (a < b ? -1 : 1));
  const most = Math.min(count, ranks.length);
  return Array.from({ length: most }, (_, i) => {
    const rank = ranks[Math.round((i * (ranks.length - 1)) / (most - 1))];
    return values.get(rank as number) as Uint8Array;
  });
}

/** True if the bytes are a NaN: all bits of the exponent are set, and at least one bit of the fraction. */
export function isNanBits(bytes: Uint8Array): boolean {
  const exponentBits = { 2: 5, 4: 8, 8: 11 }[bytes.length] as number;
  const bits = littleEndian(bytes)
    .toString(2)
    .padStart(8 * bytes.length, '0');
  return !bits.slice(1, 1 + exponentBits).includes('0') && bits.slice(1 + exponentBits).includes('1');
}

/** Generates random values as PLAIN bytes. Many values have bytes in common, because wrong orders fail for equal and adjacent values. */
export function plainValue({ type, width }: LeafNode): fc.Arbitrary<Uint8Array> {
  if (type === PhysicalType.BOOLEAN) return fc.constantFrom(Uint8Array.of(0), Uint8Array.of(1));
  const byte = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff, 0x7c, 0xfc), fc.integer({ min: 0, max: 255 }));
  const size = type === PhysicalType.BYTE_ARRAY ? { maxLength: 9 } : { minLength: width, maxLength: width };
  return fc.array(byte, size).map((bytes) => Uint8Array.from(bytes));
}

/** Converts PLAIN bytes, one array per value, to the values of a column. */
export function valuesOf({ type, width }: LeafNode, items: readonly Uint8Array[]): DirectValues {
  const { length } = items;
  if (type === PhysicalType.BOOLEAN) {
    const data = new Uint8Array(Math.ceil(length / 8));
    for (const [i, item] of items.entries()) data[i >> 3] = (data[i >> 3] as number) | ((item[0] as number) << (i & 7));
    return { layout: 'bits', type, length, data };
  }
  const data = Uint8Array.from(items.flatMap((item) => [...item]));
  if (type !== PhysicalType.BYTE_ARRAY) return fixedValues({ type, width: widthOf(type, width) }, data, 0, length);
  let end = 0;
  const offsets = Int32Array.from([0, ...items.map((item) => (end += item.length))]);
  return { layout: 'bytes', type, length, offsets, data };
}
