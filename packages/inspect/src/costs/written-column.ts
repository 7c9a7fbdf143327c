/** Measures the size of a column in one encoding and codec, by writing its pages. */
import { type CodecRegistry, type EncodingRegistry, isTurnDue, yieldToEventLoop } from '@marquetry/core';
import { type ColumnWriteOptions, memorySink } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import type { LoadedColumn } from './loaded-column.js';

/** A written column. */
export interface WrittenColumn {
  /** Bytes of stored pages, including page headers. */
  readonly size: number;
  /** A Parquet file with only this column. */
  readonly bytes: Uint8Array;
}

/** Writes the column in an encoding and a codec, given by their ids in the Parquet format. */
export async function writeColumn(
  column: LoadedColumn,
  encoding: number,
  codec: number,
  plugIns: { readonly encodings: EncodingRegistry; readonly codecs: CodecRegistry },
  signal: AbortSignal | undefined,
): Promise<WrittenColumn> {
  const sink = memorySink();
  const writing: ColumnWriteOptions = { encoding, codec, statistics: false, pageIndex: false };
  const writer = createFileWriter(sink, {
    ...plugIns,
    ...writing,
    schema: column.schema,
    rowGroupRows: Number.MAX_SAFE_INTEGER,
    rowGroupBytes: Number.POSITIVE_INFINITY,
    ...(signal && { signal }),
  });
  for (const batch of column.batches) {
    await writer.write(batch);
    await writer.endRowGroup();
    while (isTurnDue()) await yieldToEventLoop(signal);
  }
  const { rowGroups } = await writer.finish();
  const chunks = rowGroups.flatMap(({ columns }) => columns[0]?.metaData ?? []);
  return { size: chunks.reduce((sum, { totalCompressedSize }) => sum + totalCompressedSize, 0), bytes: sink.bytes };
}
