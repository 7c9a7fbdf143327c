/** Builds pages and files in which a few bytes represent many values: runs, compressed zeros, and column chunks that share their bytes. */
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

/** Bytes as stored, and their length after decompression. */
export interface Stored {
  readonly bytes: Uint8Array;
  readonly byteLength: number;
}

export function asStored(bytes: Uint8Array): Stored {
  return { bytes, byteLength: bytes.length };
}

/** Concatenates the parts. Unlike `join`, it works for more parts than a call can have arguments. */
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
  /** Id of the encoding. The default is PLAIN. */
  readonly encoding?: number;
  readonly slots: number;
  /** Number of rows. The default is the number of slots (values and nulls). */
  readonly rows?: number;
  readonly nulls?: number;
  /** The levels, encoded as RLE runs. */
  readonly repetition?: Uint8Array;
  readonly definition?: Uint8Array;
  readonly values: Stored;
}

/** Returns a data page v2, whose levels are never compressed. */
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
      // If both lengths are equal, the values are not compressed. The page header then states that they are not
      // compressed, because the chunk may have a codec.
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

/** Encodes RLE runs (Encodings.md#RLE). Each part is `[count, value]`, with a value below 256. */
export function runs(...parts: readonly (readonly [count: number, value: number])[]): Uint8Array {
  return join(...parts.map(([count, value]) => join(varint(2 * count), Uint8Array.of(value))));
}

/** Returns `count` dictionary indices that are all 0: the bit width, then one run. */
export function zeroIndices(count: number): Stored {
  return asStored(join(Uint8Array.of(1), runs([count, 0])));
}

/** Returns the same value `count` times in DELTA_BINARY_PACKED, in blocks with a bit width of 0. */
export function constantDeltas(count: number, value: number): Uint8Array {
  const blockSize = 2 ** 16;
  const blocks = Math.ceil(Math.max(0, count - 1) / blockSize);
  // Each block has a smallest delta of 0 and one miniblock of width 0.
  return join(varint(blockSize), varint(1), varint(count), varint(2 * value), new Uint8Array(2 * blocks));
}

export interface HostileColumn {
  readonly pages: readonly Uint8Array[];
  /** If set, the column has no pages of its own: it refers to the pages of the column with this index in the row group. */
  readonly shares?: number;
  readonly codec?: number;
  readonly numValues: number;
  /** The uncompressed size that the footer states. The default is the sum of the sizes in the page headers. */
  readonly uncompressedSize?: number;
  readonly hasDictionary?: boolean;
  readonly statistics?: Statistics;
}

export interface HostileGroup {
  readonly numRows: number;
  readonly columns: readonly HostileColumn[];
}

/** Returns a file of these column chunks. The fields of `metadata` replace fields of the footer. */
export function hostileFile(
  schema: readonly SchemaElement[],
  groups: readonly HostileGroup[],
  metadata: Partial<FileMetaData> = {},
  /** Returns the bytes to write between the pages and the footer. `position` is the offset of these bytes in the file. */
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
      if (leaf === undefined) throw new Error('the row group has more columns than the schema has leaves');
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

/** Returns the schema of `count` flat columns of one type, called `c0`, `c1` and so on. */
export function flatColumns(count: number, type: PhysicalType, optional = false): SchemaElement[] {
  const repetitionType = optional ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED;
  const columns = Array.from({ length: count }, (_, i) => ({ name: `c${i}`, type, repetitionType }));
  return [{ name: 'schema', numChildren: count }, ...columns];
}

export const { INT32, INT64, DOUBLE, BOOLEAN, BYTE_ARRAY } = PhysicalType;
