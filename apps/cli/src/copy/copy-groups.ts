/** Copies row groups from files to another file without decoding a page. */
import { type FileWriterOptions, openSink, type ParquetFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import type { FileMetaData, KeyValue } from '@marquetry/metadata';
import { formatPath } from '@marquetry/schema';
import type { Context } from '../context.js';

/** Describes the file to write, whose row groups are all copied from other files. */
export interface CopyTarget {
  readonly path: string;
  /** The file whose schema is used for the new file. */
  readonly like: ParquetFile;
  readonly keyValueMetadata: readonly KeyValue[];
  readonly sortingColumns: NonNullable<FileWriterOptions['sortingColumns']>;
  readonly encryption: FileWriterOptions['encryption'];
}

/** Copies one row group of a file to the output file. */
export type CopyGroup = (file: ParquetFile, rowGroup: number) => Promise<void>;

/**
 * Calls `use` with a function that copies row groups, then writes the footer. If any step rejects, the file at `path`
 * is left unchanged.
 */
export async function writeCopies(
  { path, like, keyValueMetadata, sortingColumns, encryption }: CopyTarget,
  { plugIns, signal }: Context,
  use: (copy: CopyGroup) => Promise<void>,
): Promise<FileMetaData> {
  const columns = like.schema.leaves.flatMap((leaf) => {
    const order = like.metadata.columnOrders?.[leaf.index]?.kind ?? 'unknown';
    return order === 'unknown' ? [] : [[formatPath(leaf.path), { columnOrder: order }] as const];
  });
  const writer = createFileWriter(openSink(path, { direct: true }), {
    ...plugIns,
    schema: like.schema,
    columns: Object.fromEntries(columns),
    keyValueMetadata,
    sortingColumns,
    encryption,
    signal,
  });
  try {
    await use(async (file, rowGroup) => {
      // A row group without rows may have no page to copy.
      if ((file.metadata.rowGroups[rowGroup]?.numRows ?? 0) > 0) await writer.copyRowGroup(file, rowGroup);
    });
    return await writer.finish();
  } catch (error) {
    // Ignore errors of `abort`, so that the original error is the one reported.
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}
