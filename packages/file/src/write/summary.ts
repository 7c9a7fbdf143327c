/**
 * Writes summary files (`_metadata`). A summary file consists of one footer that combines the footers of many files.
 * The column chunks remain in those files.
 *
 *   PAR1 | footer of all row groups, each column with the path of its file | length | PAR1
 */
import { isTurnDue, ParquetError, yieldToEventLoop } from '@marquetry/core';
import type { ColumnChunk, FileMetaData, RowGroup } from '@marquetry/metadata';
import { requireInside } from '../external-files.js';
import type { ByteSink } from '../sink/byte-sink.js';
import { footerBytes, magic } from './file-end.js';
import { createOutput } from './output.js';
import { createWriterCalls } from './writer-calls.js';

/** A file that the summary describes. */
export interface SummaryPart {
  /** Path of the file, with `/` between names, relative to the folder of the summary. */
  readonly path: string;
  /** Footer of the file: the result of `writeParquet`, or the `metadata` property of an open file. */
  readonly metadata: FileMetaData;
}

/** Options for {@link writeSummary}. */
export interface WriteSummaryOptions {
  readonly signal?: AbortSignal;
}

/**
 * Writes a summary of files with the same schema, and returns the footer of the summary. Reads through the summary use
 * the statistics, page indexes and Bloom filters of the files. If the files were written by different applications, the
 * summary omits `created_by`, so that readers do not trust bounds that one of these applications may have computed
 * incorrectly.
 * @throws ParquetError INVALID_ARGUMENT if there are no files, if the schema or the column orders of a file differ from
 * those of the first file, if a file has encrypted columns, or if a path leaves the folder. Throws errors from the sink
 * unchanged.
 */
export async function writeSummary(
  sink: ByteSink,
  parts: readonly SummaryPart[],
  options: WriteSummaryOptions = {},
): Promise<FileMetaData> {
  const calls = createWriterCalls(options.signal, async (reason) => output.abort(reason));
  const output = createOutput(sink, calls.signal);
  return calls.finish(async () => {
    const metadata = await summaryOf(parts, calls.signal);
    await output.write(magic);
    await output.write(footerBytes(metadata));
    await output.flush();
    await output.close();
    return metadata;
  });
}

async function summaryOf(parts: readonly SummaryPart[], signal: AbortSignal): Promise<FileMetaData> {
  const [first] = parts;
  if (first === undefined) throw new ParquetError('INVALID_ARGUMENT', 'a summary needs at least one file');
  const shape = shapeOf(first.metadata);
  const rowGroups: RowGroup[] = [];
  for (const { path, metadata } of parts) {
    requirePath(path);
    if (shapeOf(metadata) !== shape) {
      const what = `${path} differs from ${first.path} in schema or column orders: all files of a summary must have the same schema`;
      throw new ParquetError('INVALID_ARGUMENT', what);
    }
    for (const { ordinal: _, ...group } of metadata.rowGroups) {
      if (group.columns.some(({ cryptoMetadata }) => cryptoMetadata !== undefined)) {
        throw new ParquetError(
          'INVALID_ARGUMENT',
          `${path} has encrypted columns: a summary would store their metadata in plaintext`,
        );
      }
      rowGroups.push({ ...group, columns: group.columns.map((chunk): ColumnChunk => ({ ...chunk, filePath: path })) });
      if (isTurnDue()) await yieldToEventLoop(signal);
    }
  }
  const { createdBy, version, schema, columnOrders } = first.metadata;
  const isOneWriter = parts.every(({ metadata }) => metadata.createdBy === createdBy);
  return {
    version,
    schema,
    ...(columnOrders !== undefined && { columnOrders }),
    ...(createdBy !== undefined && isOneWriter && { createdBy }),
    numRows: rowGroups.reduce((sum, { numRows }) => sum + numRows, 0),
    rowGroups,
  };
}

function requirePath(path: string): void {
  try {
    requireInside(path);
  } catch (error) {
    const what = `${JSON.stringify(path)} is not inside the folder of the summary: pass a path such as \`year=2024/a.parquet\``;
    throw new ParquetError('INVALID_ARGUMENT', what, {}, { cause: error });
  }
}

function shapeOf({ schema, columnOrders }: FileMetaData): string {
  return JSON.stringify([schema, columnOrders ?? []]);
}
