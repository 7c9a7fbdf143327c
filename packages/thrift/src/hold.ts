/**
 * Counts the memory that parsed values take.
 */

import type { Cursor } from './cursor.js';
import { mostParsedBytes } from './options.js';

/**
 * Counts bytes that what is parsed next will keep alive as objects, where the reader was given `memory`.
 * @throws ParquetError LIMIT if all that was counted exceeds `limits.memoryBytes`, and 1 MiB.
 */
export function holdParsed(reader: Cursor, byteLength: number): void {
  const { memory } = reader;
  if (memory === undefined) return;
  memory.heldBytes += byteLength;
  if (memory.heldBytes <= mostParsedBytes(reader.limits)) return;
  const found = memory.heldBytes;
  // What does not fit is not kept: a smaller part may be read after it.
  memory.heldBytes -= byteLength;
  throw reader.limitError('memoryBytes', `the ${reader.part ?? 'structure'}, of ${found} bytes or more once parsed,`);
}
