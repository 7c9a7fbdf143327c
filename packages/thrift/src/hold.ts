/** Counts the memory of parsed values. */

import type { Cursor } from './cursor.js';
import { mostParsedBytes } from './options.js';

/**
 * Counts bytes that the objects parsed next will keep alive, if the reader has a `memory`.
 * @throws ParquetError LIMIT if the total exceeds both `limits.memoryBytes` and 1 MiB.
 */
export function holdParsed(reader: Cursor, byteLength: number): void {
  const { memory } = reader;
  if (memory === undefined) return;
  memory.heldBytes += byteLength;
  if (memory.heldBytes <= mostParsedBytes(reader.limits)) return;
  const found = memory.heldBytes;
  // Objects that exceed the limit are not kept and not counted, so that a smaller part may still be read.
  memory.heldBytes -= byteLength;
  throw reader.limitError('memoryBytes', `the ${reader.part ?? 'structure'}, of at least ${found} bytes once parsed,`);
}
