/**
 * Finds the numbers in a Thrift compact struct, without Marquetry's own reader.
 * Source: thrift-compact-protocol.md of Apache Thrift.
 */

type NumberKind =
  /** An i16, i32 or i64, stored as a zigzag varint. */
  | 'integer'
  /** The length of a binary, stored as a plain varint. */
  | 'length'
  /** A list header: the count is in the high four bits, or these are 0xf and a varint follows. */
  | 'list';

export interface NumberField {
  readonly kind: NumberKind;
  readonly start: number;
  readonly end: number;
  readonly value: bigint;
  /** Thrift type of the elements, if the number is a list header. */
  readonly elementType: number;
}

interface Cursor {
  readonly bytes: Uint8Array;
  position: number;
  readonly found: NumberField[];
}

/** Returns the number fields of the struct at `start`, and the offset at which the struct ends. */
export function findNumbers(
  bytes: Uint8Array,
  start: number,
): { readonly fields: NumberField[]; readonly end: number } {
  const cursor: Cursor = { bytes, position: start, found: [] };
  walkStruct(cursor);
  return { fields: cursor.found, end: cursor.position };
}

function byte(cursor: Cursor): number {
  const value = cursor.bytes[cursor.position++];
  if (value === undefined) throw new Error('the struct extends beyond the end of the bytes');
  return value;
}

function varint(cursor: Cursor): bigint {
  let value = 0n;
  for (let shift = 0n; ; shift += 7n) {
    const next = byte(cursor);
    value |= BigInt(next & 127) << shift;
    if (next < 128) return value;
  }
}

function walkStruct(cursor: Cursor): void {
  for (;;) {
    const header = byte(cursor);
    if (header === 0) return;
    if (header >> 4 === 0) varint(cursor);
    walkValue(cursor, header & 15, false);
  }
}

function walkValue(cursor: Cursor, type: number, inList: boolean): void {
  const { found } = cursor;
  const start = cursor.position;
  switch (type) {
    case 1:
    case 2:
      if (inList) cursor.position += 1;
      return;
    case 3:
      cursor.position += 1;
      return;
    case 4:
    case 5:
    case 6: {
      const raw = varint(cursor);
      const value = (raw >> 1n) ^ -(raw & 1n);
      found.push({ kind: 'integer', start, end: cursor.position, value, elementType: 0 });
      return;
    }
    case 7:
      cursor.position += 8;
      return;
    case 8: {
      const value = varint(cursor);
      found.push({ kind: 'length', start, end: cursor.position, value, elementType: 0 });
      cursor.position += Number(value);
      return;
    }
    case 9:
    case 10: {
      const header = byte(cursor);
      const value = header >> 4 === 15 ? varint(cursor) : BigInt(header >> 4);
      found.push({ kind: 'list', start, end: cursor.position, value, elementType: header & 15 });
      for (let i = 0; i < value; i++) walkValue(cursor, header & 15, true);
      return;
    }
    case 12:
      walkStruct(cursor);
      return;
    default:
      throw new Error(`Thrift type ${type} is not supported here`);
  }
}

/** Encodes `value` so that its bytes can replace the field. */
export function encodeNumber(field: NumberField, value: bigint): number[] {
  const unsigned = BigInt.asUintN(64, value);
  switch (field.kind) {
    case 'integer':
      return encodeVarint(BigInt.asUintN(64, (value << 1n) ^ (BigInt.asIntN(64, value) >> 63n)));
    case 'length':
      return encodeVarint(unsigned);
    case 'list':
      if (unsigned < 15n) return [(Number(unsigned) << 4) | field.elementType];
      return [0xf0 | field.elementType, ...encodeVarint(unsigned)];
  }
}

export function encodeVarint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return bytes;
}
