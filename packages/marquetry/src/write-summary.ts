/**
 * Summary files.
 */
import { onDemand } from '@marquetry/core';
import { openSink, type SinkInput, type SummaryPart, type WriteSummaryOptions } from '@marquetry/file';
import type { FileMetaData } from '@marquetry/metadata';

const writing = /* @__PURE__ */ onDemand(() => import('@marquetry/file/summary'));

/**
 * Writes the summary of files of one schema, to be called `_metadata` in their folder: `openParquet` and `openDataset` read all of
 * them through it, with one footer.
 *
 * ```ts
 * const metadata = await writeParquet('data/a.parquet', rows);
 * await writeSummary('data/_metadata', [{ path: 'a.parquet', metadata }]);
 * ```
 * @throws ParquetError INVALID_ARGUMENT for files of other schemas and paths that leave the folder; errors of the output, unchanged.
 */
export async function writeSummary(
  output: SinkInput,
  files: readonly SummaryPart[],
  options: WriteSummaryOptions = {},
): Promise<FileMetaData> {
  const { writeSummary: write } = await writing.load();
  return write(openSink(output), files, options);
}
