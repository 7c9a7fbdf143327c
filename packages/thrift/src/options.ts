/**
 * How a reader is bounded, and how its errors name the bytes.
 */

import type { Limits } from '@marquetry/core';

/** Bytes that parsed values keep alive. Readers of one structure share it, and count up. */
export interface ParsedMemory {
  heldBytes: number;
}

/** Structures below this many bytes are always read: what they take is lost in what the engine takes. */
const pettyBytes = 1_048_576;

/** Bytes that parsed values may keep alive under these limits. */
export function mostParsedBytes({ memoryBytes }: Limits): number {
  return Math.max(memoryBytes, pettyBytes);
}

/** Options of a `CompactReader`. */
export interface CompactReaderOptions {
  /** Bounds; `thriftDepth`, `listLength` and, with `memory`, `memoryBytes` are used. Default: `defaultLimits`. */
  readonly limits?: Limits;
  /** The limit that bounds the bytes read from the starting position. Default: none but the end of the bytes. */
  readonly byteLimit?: keyof Limits;
  /** Counts what is parsed, against `limits.memoryBytes`. Default: nothing is counted. */
  readonly memory?: ParsedMemory | undefined;
  /** What the bytes are, for the place of errors. */
  readonly part?: string;
}
