/** The options that all read functions in this package take. */

import type { Limits } from '@marquetry/core';
import { CompactReader, type ParsedMemory } from '@marquetry/thrift';

/** Options for reading Thrift structs. */
export interface ReadOptions {
  /** Bounds on nesting, lists and bytes. Default: `defaultLimits`. */
  readonly limits?: Limits;
  /**
   * False to skip Statistics, SizeStatistics and GeospatialStatistics without decoding them or allocating memory for
   * them. Default: true.
   */
  readonly statistics?: boolean;
  /**
   * Counts the memory that the structure keeps alive: its bytes and the structs parsed from them, including chunks
   * parsed later. Default: a new counter that starts at 0.
   */
  readonly memory?: ParsedMemory;
}

/** Creates a Thrift reader for one structure. The reader's errors name the structure as `part`. */
export function readerOf(
  bytes: Uint8Array,
  position: number,
  options: ReadOptions,
  part: string,
  byteLimit: 'headerBytes' | 'footerBytes',
): CompactReader {
  const { limits } = options;
  // Page headers are not counted, because they are small and live only as long as their page.
  const memory = options.memory ?? (byteLimit === 'footerBytes' ? { heldBytes: 0 } : undefined);
  const shape = limits === undefined ? { byteLimit, part, memory } : { limits, byteLimit, part, memory };
  return new CompactReader(bytes, position, shape);
}
