/** Thrift unions: structs with exactly one field. */

import type { CompactReader } from '@marquetry/thrift';

/** A member of a union that this version of the format does not define. Its content is discarded. */
export interface UnknownMember {
  readonly kind: 'unknown';
  /** The member's field id in the union. */
  readonly id: number;
}

/**
 * True for the two field ids of a struct's private extension (BinaryProtocolExtensions.md): 32767 as Thrift writes it,
 * and -16384, which Thrift reads from the example bytes in that document.
 */
function isExtension(id: number): boolean {
  return id === 32767 || id === -16384;
}

/**
 * Reads a union, and calls `member` to read the value of the current field. Private extensions are ignored.
 * @throws ParquetError CORRUPT if no member or more than one is set.
 */
export function parseUnion<T>(reader: CompactReader, name: string, member: (reader: CompactReader) => T): T {
  const outer = reader.beginStruct();
  let value: T | undefined;
  while (reader.nextField()) {
    if (isExtension(reader.fieldId)) reader.skipField();
    else if (value === undefined) value = member(reader);
    else throw reader.error('CORRUPT', `${name} must have one member, but has several`);
  }
  reader.endStruct(outer);
  if (value === undefined) throw reader.error('CORRUPT', `${name} must have one member, but has none`);
  return value;
}

/** Skips an unknown member, and returns its id. */
export function parseUnknownMember(reader: CompactReader): UnknownMember {
  const id = reader.fieldId;
  reader.skipField();
  return { kind: 'unknown', id };
}

/** Reads a member that should be a struct without fields. Skips any fields that it has. */
export function parseEmptyStruct(reader: CompactReader): void {
  const outer = reader.beginStruct();
  while (reader.nextField()) reader.skipField();
  reader.endStruct(outer);
}
