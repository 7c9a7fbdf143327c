/**
 * A table read from text files.
 */
import { ParquetError } from '@marquetry/core';
import type { WriteColumns } from '@marquetry/file';
import type { Schema } from '@marquetry/schema';
import type { TextWindow } from './input/text-window.js';

/** The columns and rows of text files. */
export interface TextTable {
  /** The schema to write the rows with. */
  readonly schema: Schema;
  /**
   * Yields columns by path, batch by batch, in the form that `write` of a file writer accepts. A batch is valid until the next one is requested.
   * Can be called once. Closes the files.
   * @throws ParquetError CORRUPT for the first bad row unless `badRows` is `'skip'`, and for text that is not UTF-8; LIMIT for
   *   a record longer than `recordBytes`. Errors of the streams; the reason of the signal.
   */
  batches(): AsyncGenerator<WriteColumns, void, undefined>;
  /** Closes the files without reading them. Does nothing after {@link batches}. */
  close(): Promise<void>;
}

/** Creates a table whose batches can be read once. If nobody reads the batches, closing the table closes the file `kept`. */
export function startOnce(
  schema: Schema,
  kept: Pick<TextWindow, 'close'> | undefined,
  batches: TextTable['batches'],
): TextTable {
  let isStarted = false;
  return {
    schema,
    batches: () => {
      if (isStarted)
        throw new ParquetError('INVALID_ARGUMENT', '`batches` can be called only once: open the files again');
      isStarted = true;
      return batches();
    },
    close: async () => {
      if (!isStarted) await kept?.close();
      isStarted = true;
    },
  };
}
