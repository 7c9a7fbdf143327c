/**
 * Writes summary files.
 */
import { onDemand } from '@marquetry/core';
import { openSink, type SinkInput, type SummaryPart, type WriteSummaryOptions } from '@marquetry/file';
import type { FileMetaData } from '@marquetry/metadata';

const writing = /* @__PURE__ */ onDemand(() => import('@marquetry/file/summary'));

/**
 * Writes a summary file for files that have the same schema. Name it `_metadata` and put it in the folder of the files:
 * `openParquet` and `openDataset` can then open all files through the summary, and read only its footer.
 *
 * ```ts
 * const metadata = await writeParquet('data/a.parquet', rows);
 * await writeSummary('data/_metadata', [{ path: 'a.parquet', metadata }]);
 * ```
 * @throws ParquetError INVALID_ARGUMENT if the schemas of the files differ, a file has encrypted columns, or a path points outside the
 *   folder; errors from the output, unchanged.
 */
export async function writeSummary(
  output: SinkInput,
  files: readonly SummaryPart[],
  options: WriteSummaryOptions = {},
): Promise<FileMetaData> {
  const { writeSummary: write } = await writing.load();
  return write(openSink(output), files, options);
}
