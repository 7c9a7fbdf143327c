/** Builds whole files from written column chunks: pages, Bloom filters, indexes and footer. */

import { type ChunkWriterOptions, createChunkWriter, placeChunk, type WrittenChunk } from '@marquetry/column-writer';
import type { Nulls, Values } from '@marquetry/core';
import { noNulls } from '@marquetry/core';
import {
  type ColumnChunk,
  type ColumnOrder,
  type SchemaElement,
  writeColumnIndex,
  writeFileMetaData,
  writeOffsetIndex,
} from '@marquetry/metadata';
import { createSchema, type LeafNode } from '@marquetry/schema';
import { join } from './hex.js';
import { standardEncodings } from './standard.js';
import { binary } from './values.js';

/** Returns a file of these column chunks. Each list of chunks is one row group. */
export function chunkFile(
  schema: readonly SchemaElement[],
  groups: readonly (readonly WrittenChunk[])[],
  columnOrders?: readonly ColumnOrder[],
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [binary('PAR1')];
  let position = 4;
  const add = (bytes: Uint8Array): number => {
    parts.push(bytes);
    position += bytes.length;
    return position - bytes.length;
  };
  const placed = groups.map((chunks) =>
    chunks.map((chunk) => {
      const at = position;
      for (const part of chunk.parts) add(part);
      return { chunk, ...placeChunk(chunk, at) };
    }),
  );
  const rowGroups = placed.map((chunks) => {
    const columns = chunks.map(({ chunk, metaData, offsetIndex }): ColumnChunk => {
      const bloom =
        chunk.bloomFilter === undefined
          ? {}
          : { bloomFilterOffset: add(chunk.bloomFilter), bloomFilterLength: chunk.bloomFilter.length };
      const columnIndex = chunk.columnIndex === undefined ? undefined : writeColumnIndex(chunk.columnIndex);
      const offsets = writeOffsetIndex(offsetIndex);
      return {
        fileOffset: 0,
        metaData: { ...metaData, ...bloom },
        ...(columnIndex === undefined
          ? {}
          : { columnIndexOffset: add(columnIndex), columnIndexLength: columnIndex.length }),
        offsetIndexOffset: add(offsets),
        offsetIndexLength: offsets.length,
      };
    });
    return {
      columns,
      totalByteSize: columns.reduce((sum, { metaData }) => sum + (metaData?.totalUncompressedSize ?? 0), 0),
      numRows: chunks[0]?.chunk.rowCount ?? 0,
    };
  });
  const { leaves } = createSchema(schema);
  const footer = writeFileMetaData({
    version: 1,
    schema,
    numRows: rowGroups.reduce((sum, { numRows }) => sum + numRows, 0),
    rowGroups,
    createdBy: 'Marquetry tests',
    columnOrders: columnOrders ?? leaves.map(() => ({ kind: 'TYPE_ORDER' as const })),
  });
  add(footer);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, footer.length, true);
  return join(...parts, length, binary('PAR1'));
}

/** Returns the leaf column of a schema that has one column. */
export function leafOf(element: SchemaElement): LeafNode {
  return createSchema([{ name: 'schema', numChildren: 1 }, element]).leaves[0]!;
}

/** Writes a batch of a flat column as one column chunk. */
export function writeChunk(
  leaf: LeafNode,
  values: Values,
  nulls: Nulls = noNulls,
  options: Partial<ChunkWriterOptions> = {},
): WrittenChunk {
  const writer = createChunkWriter({ leaf, encodings: standardEncodings, ...options });
  const slotCount = values.length + nulls.nullCount;
  writer.write({ values, nulls, slotCount, rowCount: slotCount });
  return writer.finish();
}
