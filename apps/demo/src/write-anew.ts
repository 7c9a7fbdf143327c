/** Writes the decoded columns of a file to a new file, in encodings other than those of the original file. */
import { CodecId, EncodingId, PhysicalType } from '@marquetry/core';
import { createParquetWriter, formatPath, type LeafNode, type ParquetFile } from 'marquetry';
import type { PageTally } from './page-tally.js';

/** A column of the written file. */
interface WrittenColumn {
  readonly leaf: LeafNode;
  /** The chosen encoding. If a dictionary would become too large, the writer uses another encoding instead. */
  readonly encoding: number;
  readonly codec: number;
  /** Stored size of the column's pages with their headers, in the original file and in the new file, in bytes. */
  readonly previousBytes: number;
  readonly bytes: number;
}

export interface WrittenFile {
  readonly columns: readonly WrittenColumn[];
  readonly milliseconds: number;
}

const {
  PLAIN,
  RLE,
  DELTA_BINARY_PACKED,
  DELTA_LENGTH_BYTE_ARRAY,
  DELTA_BYTE_ARRAY,
  RLE_DICTIONARY,
  BYTE_STREAM_SPLIT,
} = EncodingId;

/** The encodings that DuckDB can read for each type, in order of preference. */
const choices: Readonly<Record<PhysicalType, readonly number[]>> = {
  [PhysicalType.BOOLEAN]: [RLE, PLAIN],
  [PhysicalType.INT32]: [DELTA_BINARY_PACKED, RLE_DICTIONARY, PLAIN],
  [PhysicalType.INT64]: [DELTA_BINARY_PACKED, RLE_DICTIONARY, PLAIN],
  [PhysicalType.INT96]: [RLE_DICTIONARY, PLAIN],
  [PhysicalType.FLOAT]: [BYTE_STREAM_SPLIT, RLE_DICTIONARY, PLAIN],
  [PhysicalType.DOUBLE]: [BYTE_STREAM_SPLIT, RLE_DICTIONARY, PLAIN],
  [PhysicalType.BYTE_ARRAY]: [DELTA_BYTE_ARRAY, DELTA_LENGTH_BYTE_ARRAY, RLE_DICTIONARY, PLAIN],
  [PhysicalType.FIXED_LEN_BYTE_ARRAY]: [DELTA_BYTE_ARRAY, RLE_DICTIONARY, PLAIN],
};

/** Number of rows per batch. */
const batchRows = 2 ** 17;

/**
 * Writes the new file to `path`, with v2 data pages and the row groups of the original file, but with another codec for
 * each column. Calls `onBatch` with the number of rows written so far.
 */
export async function writeAnew(
  file: ParquetFile,
  tallies: readonly PageTally[],
  path: string,
  onBatch: (rows: number) => void,
): Promise<WrittenFile> {
  const start = performance.now();
  const plans = tallies.map((tally) => ({ ...tally, encoding: otherEncoding(tally), codec: otherCodec(tally) }));
  const writer = await createParquetWriter(path, {
    schema: file.schema,
    pageVersion: 2,
    columns: Object.fromEntries(plans.map(({ leaf, encoding, codec }) => [formatPath(leaf.path), { encoding, codec }])),
    rowGroupRows: Number.MAX_SAFE_INTEGER,
  });
  try {
    for (const rowGroup of file.metadata.rowGroups.keys()) {
      for await (const batch of file.columnBatches({ rowGroups: [rowGroup], batchRows })) {
        await writer.write(batch);
        onBatch(writer.rowCount);
      }
      await writer.endRowGroup();
    }
    const { rowGroups } = await writer.finish();
    const sizeIn = (groups: ParquetFile['metadata']['rowGroups'], { index }: LeafNode): number =>
      groups.reduce((sum, { columns }) => sum + (columns[index]?.metaData?.totalCompressedSize ?? 0), 0);
    const columns = plans.map(({ leaf, encoding, codec }) => ({
      leaf,
      encoding,
      codec,
      previousBytes: sizeIn(file.metadata.rowGroups, leaf),
      bytes: sizeIn(rowGroups, leaf),
    }));
    return { columns, milliseconds: performance.now() - start };
  } catch (error) {
    await writer.abort(error);
    throw error;
  }
}

function otherEncoding({ leaf, encodings }: PageTally): number {
  const present = encodings.has(EncodingId.PLAIN_DICTIONARY) ? new Set([...encodings, RLE_DICTIONARY]) : encodings;
  return choices[leaf.type].find((id) => !present.has(id)) ?? PLAIN;
}

function otherCodec({ codecs }: PageTally): number {
  return codecs.has(CodecId.SNAPPY) ? CodecId.LZ4_RAW : CodecId.SNAPPY;
}
