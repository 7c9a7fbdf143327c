/** Reads the headers of lists, sets and maps, and checks their counts against the remaining bytes. */

import type { Cursor } from './cursor.js';
import { readVarint32 } from './varint.js';
import { isValueType } from './wire-type.js';

export function readListHeader(reader: Cursor): number {
  const byte = reader.bytes[reader.advance(1)] as number;
  const type = byte & 0x0f;
  reader.elementType = type;
  const count = byte >>> 4 === 15 ? readVarint32(reader) : byte >>> 4;
  checkCount(reader, count, count);
  if (count > 0 && !isValueType(type)) throw reader.error('CORRUPT', `a list has elements of unknown type ${type}`);
  return count;
}

export function readMapHeader(reader: Cursor): number {
  const count = readVarint32(reader);
  checkCount(reader, count, count > 0 ? 1 + 2 * count : 0);
  const types = count === 0 ? 0 : (reader.bytes[reader.advance(1)] as number);
  reader.keyType = types >>> 4;
  reader.elementType = types & 0x0f;
  if (count > 0 && !(isValueType(reader.keyType) && isValueType(reader.elementType))) {
    throw reader.error('CORRUPT', `a map has unknown types: keys ${reader.keyType}, values ${reader.elementType}`);
  }
  return count;
}

/**
 * Checks the count of a list, set or map against `limits.listLength` and the remaining bytes.
 * @param fewest The minimum size of `count` entries, in bytes.
 */
function checkCount(reader: Cursor, count: number, fewest: number): void {
  if (count < 0) throw reader.error('CORRUPT', 'a count is negative');
  if (fewest > reader.end - reader.position) throw reader.endOfBytes();
  if (count > reader.limits.listLength) {
    throw reader.limitError('listLength', `a list, set or map of ${count} entries`);
  }
}
