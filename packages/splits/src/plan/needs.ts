/**
 * Finds the encodings and codecs that are needed to read column chunks.
 */
import { CodecId, EncodingId, PhysicalType } from '@marquetry/core';
import type { ColumnMetaData } from '@marquetry/metadata';
import type { SplitNeeds } from '../split.js';

/** Returns the encodings and codecs that a worker needs to read these chunks. */
export function needsOf(chunks: Iterable<ColumnMetaData>): Omit<SplitNeeds, 'encrypted'> {
  const encodings = new Set<number>();
  const codecs = new Set<number>();
  for (const chunk of chunks) {
    for (const id of encodingsOf(chunk)) {
      encodings.add(id);
      // Dictionary entries are always PLAIN-encoded, whatever the page header states.
      if (id === EncodingId.RLE_DICTIONARY || id === EncodingId.PLAIN_DICTIONARY) encodings.add(EncodingId.PLAIN);
    }
    if (chunk.codec !== CodecId.UNCOMPRESSED) codecs.add(chunk.codec);
  }
  const ascending = (ids: ReadonlySet<number>): number[] => [...ids].sort((a, b) => a - b);
  return { encodings: ascending(encodings), codecs: ascending(codecs) };
}

/**
 * Returns the ids of the encodings of the values in a chunk. The list `encodings` also includes the encodings of levels, which every reader supports.
 * `encodingStats` lists only the encodings of values, including the dictionary page.
 */
function encodingsOf({ encodings, encodingStats, type }: ColumnMetaData): readonly number[] {
  if (encodingStats !== undefined && encodingStats.length > 0) {
    return encodingStats.flatMap(({ count, encoding }) => (count > 0 ? [encoding] : []));
  }
  return encodings.filter(
    (id) => id !== EncodingId.BIT_PACKED && (id !== EncodingId.RLE || type === PhysicalType.BOOLEAN),
  );
}
