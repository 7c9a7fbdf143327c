/**
 * What every reading function of this package may be told.
 */

import type { Limits } from '@marquetry/core';
import { CompactReader } from '@marquetry/thrift';

export interface ReadOptions {
  /** Bounds on nesting, lists and bytes. Default: `defaultLimits`. */
  readonly limits?: Limits;
  /**
   * False passes over Statistics, SizeStatistics and GeospatialStatistics without decoding or allocating anything for
   * them. Default: true.
   */
  readonly statistics?: boolean;
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
  return new CompactReader(bytes, position, limits === undefined ? { byteLimit, part } : { limits, byteLimit, part });
}
