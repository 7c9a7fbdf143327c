/** Counts the memory that parsed values take. */

import type { Cursor } from './cursor.js';
import { mostParsedBytes } from './options.js';

/**
 * Adds the size of the objects about to be parsed to `reader.memory`, if it is set.
 * @throws ParquetError LIMIT if the total exceeds both `limits.memoryBytes` and 1 MiB.
 */
export function holdParsed(reader: Cursor, byteLength: number): void {
  const { memory } = reader;
  if (memory === undefined) return;
  memory.heldBytes += byteLength;
  if (memory.heldBytes <= mostParsedBytes(reader.limits)) return;
  const found = memory.heldBytes;
  // The caller does not keep objects that exceed the limit, so they are not counted, and smaller ones can still be
  // read.
  memory.heldBytes -= byteLength;
  throw reader.limitError('memoryBytes', `the ${reader.part ?? 'structure'}, of at least ${found} bytes once parsed,`);
}
