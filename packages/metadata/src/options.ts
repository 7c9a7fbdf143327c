/**
 * What every reading function of this package may be told.
 */

import type { Limits } from '@marquetry/core';
import { CompactReader, type ParsedMemory } from '@marquetry/thrift';

/** How Thrift structs of a file are read. */
export interface ReadOptions {
  /** Bounds on nesting, lists and bytes. Default: `defaultLimits`. */
  readonly limits?: Limits;
  /**
   * False passes over Statistics, SizeStatistics and GeospatialStatistics without decoding or allocating anything for
   * them. Default: true.
   */
  readonly statistics?: boolean;
  /**
   * Counts what the structure keeps alive: its bytes, and what is parsed of them, chunks included that are parsed later.
   * Default: a count of its own, from 0.
   */
  readonly memory?: ParsedMemory;
}

/** A reader for one structure, so that its errors say which. */
export function readerOf(
  bytes: Uint8Array,
  position: number,
  options: ReadOptions,
  part: string,
  byteLimit: 'headerBytes' | 'footerBytes',
): CompactReader {
  const { limits } = options;
  // Headers are small and many, and end with their page.
  const memory = options.memory ?? (byteLimit === 'footerBytes' ? { heldBytes: 0 } : undefined);
  const shape = limits === undefined ? { byteLimit, part, memory } : { limits, byteLimit, part, memory };
  return new CompactReader(bytes, position, shape);
}
