/**
 * The page: a header, then the start of each vector (AlpEncoding.md#page-layout).
 *
 *   compression mode   u8    0: ALP
 *   integer encoding   u8    0: frame of reference, bit-packed
 *   log vector size    u8    3 to 15
 *   num elements       i32   values in the page
 *   offsets            u32 per vector, counted from the start of the offsets; the first vector follows the last offset
 *   vectors            back to back; all but the last hold 2^(log vector size) values
 */
import { readInt32, readUint32 } from '@marquetry/bit-io';
import { ParquetError } from '@marquetry/core';
import { largestLogVectorSize, leastLogVectorSize } from './options.js';
import { vectorHeaderBytes, type WordsPerValue } from './vector.js';

export const pageHeaderBytes = 7;

export interface AlpPage {
  readonly bytes: Uint8Array;
  readonly valueCount: number;
  readonly logVectorSize: number;
}

/**
 * Opens the page that starts at `bytes[0]`. Checks that the offsets of the vectors ascend and leave room for the header
 * of each vector. The rest of a vector is checked when the vector is read.
 * @throws ParquetError UNSUPPORTED for modes that later versions of the format may define; CORRUPT and TRUNCATED for
 * invalid bytes.
 */
export function openAlpPage(bytes: Uint8Array, valueCount: number, wordsPerValue: WordsPerValue): AlpPage {
  // The format does not specify how a page without values is stored. Both an empty page and a header that counts 0
  // values are accepted.
  if (valueCount === 0 && bytes.length === 0) return { bytes, valueCount, logVectorSize: leastLogVectorSize };
  if (bytes.length < pageHeaderBytes) {
    throw new ParquetError('TRUNCATED', `an ALP page has fewer than the ${pageHeaderBytes} bytes of its header`, {
      offset: bytes.length,
    });
  }
  const logVectorSize = bytes[2] as number;
  if (bytes[0] !== 0) {
    throw new ParquetError('UNSUPPORTED', `ALP compression mode ${bytes[0]}: only 0 is supported`, { offset: 0 });
  }
  if (bytes[1] !== 0) {
    throw new ParquetError('UNSUPPORTED', `ALP integer encoding ${bytes[1]}: only 0 is supported`, { offset: 1 });
  }
  if (logVectorSize < leastLogVectorSize || logVectorSize > largestLogVectorSize) {
    throw new ParquetError('CORRUPT', `ALP vectors must have 2^3 to 2^15 values, got 2^${logVectorSize}`, {
      offset: 2,
    });
  }
  const count = readInt32(bytes, 3);
  if (count !== valueCount) {
    throw new ParquetError('CORRUPT', `ALP data states ${count} values, but the page header states ${valueCount}`, {
      offset: 3,
    });
  }
  const page = { bytes, valueCount, logVectorSize };
  checkOffsets(page, wordsPerValue);
  return page;
}

function checkOffsets(page: AlpPage, wordsPerValue: WordsPerValue): void {
  const { bytes } = page;
  const vectors = vectorCount(page);
  const room = bytes.length - pageHeaderBytes;
  if (room < 4 * vectors) {
    throw new ParquetError('TRUNCATED', `an ALP page is too short for the offsets of its ${vectors} vectors`, {
      offset: bytes.length,
    });
  }
  const headerBytes = vectorHeaderBytes[wordsPerValue];
  let least = 4 * vectors;
  for (let i = 0; i < vectors; i++) {
    const at = pageHeaderBytes + 4 * i;
    const offset = readUint32(bytes, at);
    if (offset < least) {
      throw new ParquetError('CORRUPT', `ALP vector ${i} must start at ${least} or later, got ${offset}`, {
        offset: at,
      });
    }
    if (i === 0 && offset > least) {
      throw new ParquetError('CORRUPT', `the first ALP vector must start at ${least}, got ${offset}`, { offset: at });
    }
    least = offset + headerBytes;
    if (least > room) {
      throw new ParquetError(
        'TRUNCATED',
        `ALP vector ${i} starts at ${offset}, but only ${room} bytes follow the header`,
        {
          offset: bytes.length,
        },
      );
    }
  }
}

/** Returns the number of vectors in a page. */
function vectorCount({ valueCount, logVectorSize }: AlpPage): number {
  return Math.ceil(valueCount / 2 ** logVectorSize);
}

/** Returns the number of values in a vector. The last vector may be short. */
export function vectorLength({ valueCount, logVectorSize }: AlpPage, ordinal: number): number {
  const first = ordinal * 2 ** logVectorSize;
  return Math.min(2 ** logVectorSize, valueCount - first);
}

/** Returns the position in `bytes` at which a vector starts. */
export function vectorStart({ bytes }: AlpPage, ordinal: number): number {
  return pageHeaderBytes + readUint32(bytes, pageHeaderBytes + 4 * ordinal);
}

/**
 * Returns the position at which a vector must end, which is where the next vector starts. Undefined for the last
 * vector: its header determines its end.
 */
export function vectorEnd(page: AlpPage, ordinal: number): number | undefined {
  return ordinal + 1 < vectorCount(page) ? vectorStart(page, ordinal + 1) : undefined;
}
