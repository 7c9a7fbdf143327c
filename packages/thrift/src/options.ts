/** Options: the bounds of a reader, and the name of the bytes in its errors. */

import type { Limits } from '@marquetry/core';

/** Bytes that parsed values keep alive. All readers of one structure share the counter. */
export interface ParsedMemory {
  heldBytes: number;
}

/** Structures below this size are always read: their memory is negligible beside that of the engine. */
const pettyBytes = 1_048_576;

/** Returns the most bytes that parsed values may keep alive under these limits. */
export function mostParsedBytes({ memoryBytes }: Limits): number {
  return Math.max(memoryBytes, pettyBytes);
}

/** Options of a `CompactReader`. */
export interface CompactReaderOptions {
  /** The bounds: `thriftDepth`, `listLength` and, with `memory`, `memoryBytes`. Default: `defaultLimits`. */
  readonly limits?: Limits;
  /** The name of the limit on bytes read from the starting position. Default: only the end of the bytes. */
  readonly byteLimit?: keyof Limits;
  /** Counts the memory of parsed values, against `limits.memoryBytes`. Default: not counted. */
  readonly memory?: ParsedMemory | undefined;
  /** The name of the bytes, for the place in errors. */
  readonly part?: string;
}
