/**
 * Pages and files in which a few bytes stand for many values: runs, compressed zeros, chunks at the same place.
 */
import { CodecId, EncodingId, PageType, PhysicalType } from '@marquetry/core';
import {
  type ColumnChunk,
  FieldRepetitionType,
  type FileMetaData,
  type RowGroup,
  type SchemaElement,
  type Statistics,
  writeFileMetaData,
  writePageHeader,
} from '@marquetry/metadata';
import { createSchema } from '@marquetry/schema';
import { join } from '@marquetry/test-support/hex.js';
import { binary } from '@marquetry/test-support/values.js';
import { varint } from './packed-zeros.js';

/** Stored bytes, and their length after decompression. */
export interface Stored {
  readonly bytes: Uint8Array;
  readonly byteLength: number;
}

export function asStored(bytes: Uint8Array): Stored {
  return { bytes, byteLength: bytes.length };
}

/** Like `join`, for more parts than a call can have arguments. */
function joinAll(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export interface RunPage {
  /** Default PLAIN. */
  readonly encoding?: number;
  readonly slots: number;
  /** Default: as many as slots. */
  readonly rows?: number;
  readonly nulls?: number;
  /** Runs, as stored. */
  readonly repetition?: Uint8Array;
  readonly definition?: Uint8Array;
  readonly values: Stored;
}

/** A data page v2: its levels are never compressed. */
export function dataPage(page: RunPage): Uint8Array {
  const { encoding = EncodingId.PLAIN, slots, rows = slots, nulls = 0, values } = page;
  const { repetition = new Uint8Array(0), definition = new Uint8Array(0) } = page;
  const levels = repetition.length + definition.length;
  const header = writePageHeader({
    type: PageType.DATA_PAGE_V2,
    uncompressedPageSize: levels + values.byteLength,
    compressedPageSize: levels + values.bytes.length,
    dataPageHeaderV2: {
      numValues: slots,
      numNulls: nulls,
      numRows: rows,
      encoding,
      definitionLevelsByteLength: definition.length,
      repetitionLevelsByteLength: repetition.length,
      // The chunk may have a codec even if nothing was compressed.
      isCompressed: values.bytes.length !== values.byteLength,
    },
  });
  return join(header, repetition, definition, values.bytes);
}

export function dictionaryPage(entries: number, values: Stored): Uint8Array {
  const header = writePageHeader({
    type: PageType.DICTIONARY_PAGE,
    uncompressedPageSize: values.byteLength,
    compressedPageSize: values.bytes.length,
    dictionaryPageHeader: { numValues: entries, encoding: EncodingId.PLAIN },
  });
  return join(header, values.bytes);
}

/** RLE runs, `[count, value]` each, of values below 256 (Encodings.md#RLE). */
export function runs(...parts: readonly (readonly [count: number, value: number])[]): Uint8Array {
  return join(...parts.map(([count, value]) => join(varint(2 * count), Uint8Array.of(value))));
}

/** Dictionary indices that are all 0: the width, then one run. */
export function zeroIndices(count: number): Stored {
  return asStored(join(Uint8Array.of(1), runs([count, 0])));
}

/** DELTA_BINARY_PACKED: `count` times the same value, in blocks of bit width 0. */
export function constantDeltas(count: number, value: number): Uint8Array {
  const blockSize = 2 ** 16;
  const blocks = Math.ceil(Math.max(0, count - 1) / blockSize);
  // Smallest delta 0, one miniblock of width 0.
  return join(varint(blockSize), varint(1), varint(count), varint(2 * value), new Uint8Array(2 * blocks));
}

export interface HostileColumn {
  readonly pages: readonly Uint8Array[];
  /** Uses the pages of the column at this index of the row group, instead of its own. */
  readonly shares?: number;
  readonly codec?: number;
  readonly numValues: number;
  /** Default: the sum of the page headers. */
  readonly uncompressedSize?: number;
  readonly hasDictionary?: boolean;
  readonly statistics?: Statistics;
}

export interface HostileGroup {
  readonly numRows: number;
  readonly columns: readonly HostileColumn[];
}

/** A file of these chunks; `metadata` replaces fields of the footer. */
export function hostileFile(
  schema: readonly SchemaElement[],
  groups: readonly HostileGroup[],
  metadata: Partial<FileMetaData> = {},
  /** Returns bytes to put between pages and footer; receives their offset. */
  indexes: (position: number) => { readonly bytes: Uint8Array; readonly chunk: Partial<ColumnChunk> } = () => ({
    bytes: new Uint8Array(0),
    chunk: {},
  }),
): Uint8Array {
  const { leaves } = createSchema(schema);
  const parts: Uint8Array[] = [binary('PAR1')];
  let position = 4;
  const placed = groups.map((group): RowGroup => {
    const chunks: ColumnChunk[] = [];
    for (const [i, column] of group.columns.entries()) {
      const leaf = leaves[i];
      if (leaf === undefined) throw new Error('more columns than leaves');
      const shared = column.shares === undefined ? undefined : chunks[column.shares]?.metaData;
      const start = position;
      const first = column.pages[0]?.length ?? 0;
      for (const page of column.pages) {
        parts.push(page);
        position += page.length;
      }
      const places = column.hasDictionary === true ? { dictionaryPageOffset: start } : {};
      const own = {
        dataPageOffset: column.hasDictionary === true ? start + first : start,
        ...places,
        totalCompressedSize: position - start,
        totalUncompressedSize: column.uncompressedSize ?? 2 ** 40,
      };
      chunks.push({
        fileOffset: 0,
        metaData: {
          ...(shared ?? own),
          type: leaf.type,
          encodings: [EncodingId.PLAIN],
          pathInSchema: leaf.path,
          codec: column.codec ?? CodecId.UNCOMPRESSED,
          numValues: column.numValues,
          ...(column.statistics && { statistics: column.statistics }),
        },
      });
    }
    return { columns: chunks, totalByteSize: 0, numRows: group.numRows };
  });
  const { bytes, chunk } = indexes(position);
  const footer = writeFileMetaData({
    version: 1,
    schema,
    numRows: placed.reduce((sum, { numRows }) => sum + numRows, 0),
    rowGroups: placed.map((group) => ({ ...group, columns: group.columns.map((column) => ({ ...column, ...chunk })) })),
    createdBy: 'Marquetry tests',
    ...metadata,
  });
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, footer.length, true);
  parts.push(bytes, footer, length, binary('PAR1'));
  return joinAll(parts);
}

/** Flat columns `c0`, `c1` ... of one type. */
export function flatColumns(count: number, type: PhysicalType, optional = false): SchemaElement[] {
  const repetitionType = optional ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED;
  const columns = Array.from({ length: count }, (_, i) => ({ name: `c${i}`, type, repetitionType }));
  return [{ name: 'schema', numChildren: count }, ...columns];
}

export const { INT32, INT64, DOUBLE, BOOLEAN, BYTE_ARRAY } = PhysicalType;
