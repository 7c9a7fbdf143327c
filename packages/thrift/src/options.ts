/** Options of a Thrift reader: its limits, and the name that errors give to the input. */

import type { Limits } from '@marquetry/core';

/** Counts the bytes of memory that parsed values keep alive. All readers of the same structure share one counter. */
export interface ParsedMemory {
  heldBytes: number;
}

/**
 * Parsed values may always take this many bytes of memory, which is negligible compared with the memory of the
 * JavaScript engine.
 */
const pettyBytes = 1_048_576;

/** Returns the maximum number of bytes that parsed values may keep alive: `memoryBytes`, but at least 1 MiB. */
export function mostParsedBytes({ memoryBytes }: Limits): number {
  return Math.max(memoryBytes, pettyBytes);
}

/** Options of a `CompactReader`. */
export interface CompactReaderOptions {
  /** The limits: `thriftDepth`, `listLength` and, if `memory` is set, `memoryBytes`. Default: `defaultLimits`. */
  readonly limits?: Limits;
  /**
   * The name of the limit that bounds the number of bytes read. Default: the reader may read to the end of its input.
   */
  readonly byteLimit?: keyof Limits;
  /** The counter for the memory of parsed values, which is limited by `limits.memoryBytes`. Default: not counted. */
  readonly memory?: ParsedMemory | undefined;
  /** The name of the input. Errors contain it as `at.part`. */
  readonly part?: string;
}
