/** Copies the rows of a file to a writer. */
import { isParquetError, ParquetError } from '@marquetry/core';
import type { FileWriter, ParquetFile } from '@marquetry/file';

export interface CopyOptions {
  /** True to divide the rows into the same row groups as in the input file. */
  readonly keepRowGroups: boolean;
  readonly signal?: AbortSignal;
  /** Called after each batch of rows. */
  onBatch?(): Promise<void>;
}

/** Maximum number of rows to decode at a time. */
const batchRows = 2 ** 17;

/**
 * Decodes all rows and writes them. The caller must call `writer.finish`.
 * @throws ParquetError CORRUPT for values that the file's own schema does not allow, such as a STRING that is not
 * UTF-8, and the errors that `ParquetFile.columnBatches` and `FileWriter.write` throw.
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

/** Turns INVALID_ARGUMENT errors of the writer into CORRUPT, because the invalid value was read from the file. */
async function blameFile(written: Promise<unknown>): Promise<void> {
  try {
    await written;
  } catch (error) {
    if (!isParquetError(error) || error.code !== 'INVALID_ARGUMENT') throw error;
    throw new ParquetError('CORRUPT', `a value violates the file's own schema: ${error.reason}`, error.at, {
      cause: error,
    });
  }
}
