/** Computes how much memory a page will take once it is opened, using only the page header. */
import type { Codec, DirectValues, LeafColumn } from '@marquetry/core';
import { PhysicalType } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import { dataHeaderOf, headerV2Of } from '@marquetry/page';

/**
 * Returns the number of bytes that opening a data page takes in addition to its stored body, for the decompressed body
 * and the levels.
 */
export function dataPageBytes(header: PageHeader, column: LeafColumn, codec: Codec | undefined): number {
  const { maxDefinitionLevel, maxRepetitionLevel } = column;
  const slots = dataHeaderOf(header)?.numValues ?? 0;
  const isPacked = codec !== undefined && headerV2Of(header)?.isCompressed !== false;
  const body = isPacked ? header.uncompressedPageSize : 0;
  // Definition levels and repetition levels take one byte per slot each. A bitmap takes one bit per slot.
  if (maxRepetitionLevel > 0) return body + slots * (maxDefinitionLevel > 0 ? 2 : 1);
  if (maxDefinitionLevel > 1) return body + slots;
  return body + (maxDefinitionLevel === 1 ? Math.ceil(slots / 8) : 0);
}

/**
 * Describes a page in an error message: gives its size in memory and, if levels take most of it, the number of slots.
 */
export function describePage(header: PageHeader, column: LeafColumn, codec: Codec | undefined): string {
  const byteLength = dataPageBytes(header, column, codec);
  const slots = dataHeaderOf(header)?.numValues ?? 0;
  const isLevels = 2 * (byteLength - header.uncompressedPageSize) > byteLength;
  return `a page of ${byteLength} bytes${isLevels ? ` (with the levels of its ${slots} slots)` : ''}`;
}

/**
 * Returns the number of bytes that opening a dictionary page takes, for the decompressed body and, if the entries are
 * byte arrays, for a copy of them.
 */
export function dictionaryPageBytes(header: PageHeader, column: LeafColumn): number {
  const size = header.uncompressedPageSize;
  if (column.type !== PhysicalType.BYTE_ARRAY) return size;
  const entries = Math.max(0, header.dictionaryPageHeader?.numValues ?? 0);
  // In PLAIN, each entry is preceded by its length in 4 bytes.
  return size + Math.max(size - 4 * entries, 0) + 4 * entries;
}

/** Returns the number of bytes of the arrays that hold the values. */
export function valuesByteLength(values: DirectValues): number {
  if (values.layout !== 'bytes') return values.data.byteLength;
  return values.offsets.byteLength + values.data.byteLength;
}
