/**
 * The rows of a file to a writer.
 */
import { isParquetError, ParquetError } from '@marquetry/core';
import type { FileWriter, ParquetFile } from '@marquetry/file';

export interface CopyOptions {
  /** Whether row groups end where they did. */
  readonly keepRowGroups: boolean;
  readonly signal?: AbortSignal;
  /** Called after each batch. */
  onBatch?(): Promise<void>;
}

/** Rows to decode at a time, at most. */
const batchRows = 2 ** 17;

/**
 * Decodes all rows and writes them; `finish` is the caller's.
 * @throws ParquetError CORRUPT for values that their own schema does not allow, such as a STRING that is not UTF-8, and as
 *   `ParquetFile.columnBatches` and `FileWriter.write`.
 */
export async function copyRows(file: ParquetFile, writer: FileWriter, options: CopyOptions): Promise<void> {
  const { keepRowGroups, signal, onBatch } = options;
  const abort = signal === undefined ? {} : { signal };
  for (const rowGroup of file.metadata.rowGroups.keys()) {
    for await (const batch of file.columnBatches({ rowGroups: [rowGroup], batchRows, ...abort })) {
      await blameFile(writer.write(batch));
      await onBatch?.();
    }
    if (keepRowGroups) await blameFile(writer.endRowGroup());
  }
}

/** What the writer calls an invalid argument is a value of the file. */
async function blameFile(written: Promise<unknown>): Promise<void> {
  try {
    await written;
  } catch (error) {
    if (!isParquetError(error) || error.code !== 'INVALID_ARGUMENT') throw error;
    throw new ParquetError('CORRUPT', `the file's own schema does not allow a value: ${error.reason}`, error.at, {
      cause: error,
    });
  }
}
