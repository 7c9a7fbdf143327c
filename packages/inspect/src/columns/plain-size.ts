/** Computes the PLAIN-encoded size of a chunk's values. Reads only the footer. */
import { EncodingId, PhysicalType } from '@marquetry/core';
import type { ColumnMetaData } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';

const lengthBytes = 4;

/**
 * Returns the number of bytes that the values of a chunk would take if they were PLAIN-encoded and not compressed.
 * Undefined if the footer does not have the necessary counts.
 */
export function plainSizeOf(leaf: LeafNode, metaData: ColumnMetaData): number | undefined {
  const count = valueCountOf(leaf, metaData);
  switch (leaf.type) {
    case PhysicalType.BOOLEAN:
      return count === undefined ? undefined : Math.ceil(count / 8);
    case PhysicalType.BYTE_ARRAY: {
      const textBytes = metaData.sizeStatistics?.unencodedByteArrayDataBytes;
      if (textBytes !== undefined && textBytes >= 0 && count !== undefined) return textBytes + lengthBytes * count;
      // If all pages are PLAIN, they have this size, not counting their headers and levels.
      return isPlain(metaData) ? metaData.totalUncompressedSize : undefined;
    }
    default:
      return count === undefined ? undefined : count * leaf.width;
  }
}

/** Returns the number of values that are not null; undefined if the footer does not state it. */
function valueCountOf(leaf: LeafNode, { numValues, sizeStatistics, statistics }: ColumnMetaData): number | undefined {
  if (leaf.maxDefinitionLevel === 0) return numValues;
  const values = sizeStatistics?.definitionLevelHistogram?.[leaf.maxDefinitionLevel];
  const count = values ?? (statistics?.nullCount === undefined ? undefined : numValues - statistics.nullCount);
  return count !== undefined && count >= 0 && count <= numValues ? count : undefined;
}

function isPlain({ encodings, dictionaryPageOffset = 0 }: ColumnMetaData): boolean {
  const others = encodings.filter((id) => id !== EncodingId.RLE && id !== EncodingId.BIT_PACKED);
  return dictionaryPageOffset <= 0 && others.every((id) => id === EncodingId.PLAIN);
}
