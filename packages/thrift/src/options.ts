/** Options of a Thrift reader: limits, and the name of the bytes in errors. */

import type { Limits } from '@marquetry/core';

/** A counter of bytes that parsed values keep alive. All readers of one structure share it. */
export interface ParsedMemory {
  heldBytes: number;
}

/** Structures below this size are always read: their memory is negligible compared with that of the engine. */
const pettyBytes = 1_048_576;

/** Returns the most bytes that parsed values may keep alive under these limits. */
export function mostParsedBytes({ memoryBytes }: Limits): number {
  return Math.max(memoryBytes, pettyBytes);
}

/** Options of a `CompactReader`. */
export interface CompactReaderOptions {
  /** The limits that apply: `thriftDepth`, `listLength` and, with `memory`, `memoryBytes`. Default: `defaultLimits`. */
  readonly limits?: Limits;
  /** The name of the limit on the number of bytes to read. Default: only the end of the bytes is a limit. */
  readonly byteLimit?: keyof Limits;
  /** Counts the memory of parsed values, against `limits.memoryBytes`. Default: not counted. */
  readonly memory?: ParsedMemory | undefined;
  /** The name of the bytes, for the place in errors. */
  readonly part?: string;
}
