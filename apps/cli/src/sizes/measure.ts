/** Measures the size of a column in one encoding and codec, by writing its pages. */
import { knownEncoding, type WritableEncoding } from '@marquetry/core';
import { type ColumnWriteOptions, memorySink } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import type { Context } from '../context.js';
import { codecNameOf } from '../plug-in-names.js';
import type { LoadedColumn } from './loaded-column.js';
import type { Present } from './present.js';

/**
 * The result of writing a column in one encoding and codec. Sizes are bytes of stored pages, including page headers.
 */
export interface SizeRecord {
  readonly column: string;
  readonly encoding: string;
  /** True if the encoding's layout may still change. */
  readonly preview: boolean;
  readonly codec: string;
  readonly size: number;
  /** `size` divided by `presentSize`: below 1 means smaller than in the file. */
  readonly ratio: number;
  readonly presentSize: number;
  /**
   * Megabytes of PLAIN-encoded values decoded per second, the median of several rounds; null if the column has no
   * values.
   */
  readonly decodeMegabytesPerSecond: number | null;
  readonly rows: number;
}

/** A written column whose speed is still to be measured. */
export interface WrittenColumn {
  readonly record: Omit<SizeRecord, 'decodeMegabytesPerSecond'>;
  /** A Parquet file with only this column. */
  readonly bytes: Uint8Array;
}

/** Writes the column in the given encoding and codec. `codec` is the id of the codec in the Parquet format. */
export async function writeColumn(
  column: LoadedColumn,
  encoding: WritableEncoding,
  codec: number,
  present: Present,
  { plugIns, signal, pause }: Context,
): Promise<WrittenColumn> {
  const sink = memorySink();
  const writing: ColumnWriteOptions = { encoding: encoding.id, codec, statistics: false, pageIndex: false };
  const writer = createFileWriter(sink, {
    ...plugIns,
    ...writing,
    schema: column.schema,
    rowGroupRows: Number.MAX_SAFE_INTEGER,
    rowGroupBytes: Number.POSITIVE_INFINITY,
    signal,
  });
  for (const batch of column.batches) {
    await writer.write(batch);
    await writer.endRowGroup();
    await pause();
  }
  const { rowGroups } = await writer.finish();
  const chunks = rowGroups.flatMap(({ columns }) => columns[0]?.metaData ?? []);
  const size = chunks.reduce((sum, { totalCompressedSize }) => sum + totalCompressedSize, 0);
  return {
    record: {
      column: column.path,
      encoding: encoding.name,
      preview: knownEncoding(encoding.id)?.standing === 'preview',
      codec: codecNameOf(codec, plugIns),
      size,
      ratio: present.size === 0 ? 1 : size / present.size,
      presentSize: present.size,
      rows: column.rowCount,
    },
    bytes: sink.bytes,
  };
}
