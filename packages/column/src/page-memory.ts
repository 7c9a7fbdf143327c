/**
 * What an opened page takes, by its header: known before its body is read.
 */
import type { Codec, DirectValues, LeafColumn } from '@marquetry/core';
import { PhysicalType } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import { dataPageInfo } from '@marquetry/page';

/** Bytes of an opened data page besides its stored body: what it unpacks to, and its levels. */
export function dataPageBytes(header: PageHeader, column: LeafColumn, codec: Codec | undefined): number {
  const { maxDefinitionLevel, maxRepetitionLevel } = column;
  const slots = dataPageInfo(header)?.slotCount ?? 0;
  const isPacked = codec !== undefined && (dataPageInfo(header)?.isCompressed ?? true);
  const body = isPacked ? header.uncompressedPageSize : 0;
  // A byte per slot and kind of level; a bit where a bitmap says it all.
  if (maxRepetitionLevel > 0) return body + slots * (maxDefinitionLevel > 0 ? 2 : 1);
  if (maxDefinitionLevel > 1) return body + slots;
  return body + (maxDefinitionLevel === 1 ? Math.ceil(slots / 8) : 0);
}

/** Names a page by what makes it large: its size unpacked, and its levels, which runs of a few bytes can make huge. */
export function describePage(header: PageHeader, column: LeafColumn, codec: Codec | undefined): string {
  const byteLength = dataPageBytes(header, column, codec);
  const slots = dataPageInfo(header)?.slotCount ?? 0;
  const isLevels = 2 * (byteLength - header.uncompressedPageSize) > byteLength;
  return `a page of ${byteLength} bytes${isLevels ? ` with the levels of its ${slots} slots` : ''}`;
}

/** Bytes that opening a dictionary page takes: its unpacked body, and where that is not yet values, the values too. */
export function dictionaryPageBytes(header: PageHeader, column: LeafColumn): number {
  const size = header.uncompressedPageSize;
  if (column.type !== PhysicalType.BYTE_ARRAY) return size;
  const entries = Math.max(0, header.dictionaryPageHeader?.numValues ?? 0);
  // Each entry is stored with a length of 4 bytes.
  return size + Math.max(size - 4 * entries, 0) + 4 * entries;
}

/** Bytes of values that are kept. */
export function valuesByteLength(values: DirectValues): number {
  if (values.layout !== 'bytes') return values.data.byteLength;
  return values.offsets.byteLength + values.data.byteLength;
}
