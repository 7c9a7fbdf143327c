/** Reads values of fixed size whose types only a few structs use. */

import type { Cursor } from './cursor.js';

/** Reads a little-endian double. @throws ParquetError TRUNCATED. */
export function readDouble(reader: Cursor): number {
  const start = reader.advance(8);
  return new DataView(reader.bytes.buffer, reader.bytes.byteOffset + start, 8).getFloat64(0, true);
}

/** Returns the 16 bytes of a UUID, **which share memory with the reader's bytes**. @throws ParquetError TRUNCATED. */
export function readUuid(reader: Cursor): Uint8Array {
  return new Uint8Array(reader.bytes.buffer, reader.bytes.byteOffset + reader.advance(16), 16);
}

/**
 * Reads a boolean in a list, which is one byte: 1 for true, 2 for false. Some writers store 0 for false.
 * @throws ParquetError CORRUPT, TRUNCATED.
 */
export function readBoolElement(reader: Cursor): boolean {
  const byte = reader.bytes[reader.advance(1)] as number;
  if (byte > 2) throw reader.error('CORRUPT', `a boolean must be 0, 1 or 2, got ${byte}`);
  return byte === 1;
}
