/**
 * How a reader is bounded, and how its errors name the bytes.
 */

import type { Limits } from '@marquetry/core';

/** What a `CompactReader` is told besides the bytes. */
export interface CompactReaderOptions {
  /** Bounds; `thriftDepth` and `listLength` are used. Default: `defaultLimits`. */
  readonly limits?: Limits;
  /** The limit that bounds the bytes read from the starting position. Default: none but the end of the bytes. */
  readonly byteLimit?: keyof Limits;
  /** What the bytes are, for the place of errors. */
  readonly part?: string;
}
