/**
 * Thrift unions: structs of which exactly one field is set.
 */

import type { CompactReader } from '@marquetry/thrift';

/** A member of a union that this version of the format does not define. Its content is not kept. */
export interface UnknownMember {
  readonly kind: 'unknown';
  /** Field id of the member. */
  readonly id: number;
}

/**
 * The ids under which the private extension of a struct (BinaryProtocolExtensions.md) is met: 32767 as Thrift writes it,
 * and -16384, which is how Thrift reads the bytes that the document gives.
 */
function isExtension(id: number): boolean {
  return id === 32767 || id === -16384;
}

/**
 * Reads a union; `member` reads the value of the current field. CORRUPT if no member is set or more than one; a
 * private extension counts for none.
 */
export function parseUnion<T>(reader: CompactReader, name: string, member: (reader: CompactReader) => T): T {
  const outer = reader.beginStruct();
  let value: T | undefined;
  while (reader.nextField()) {
    if (isExtension(reader.fieldId)) reader.skipField();
    else if (value === undefined) value = member(reader);
    else throw reader.error('CORRUPT', `${name} has more than one member`);
  }
  reader.endStruct(outer);
  if (value === undefined) throw reader.error('CORRUPT', `${name} has no member`);
  return value;
}

/** Passes over the member and keeps its id. */
export function parseUnknownMember(reader: CompactReader): UnknownMember {
  const id = reader.fieldId;
  reader.skipField();
  return { kind: 'unknown', id };
}

/** Reads a member without fields of its own. Fields that it has are passed over. */
export function parseEmptyStruct(reader: CompactReader): void {
  const outer = reader.beginStruct();
  while (reader.nextField()) reader.skipField();
  reader.endStruct(outer);
}
