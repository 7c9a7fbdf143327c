/**
 * A table read from text files.
 */
import { ParquetError } from '@marquetry/core';
import type { WriteColumns } from '@marquetry/file';
import type { Schema } from '@marquetry/schema';
import type { TextWindow } from './input/text-window.js';

/** A table of typed columns, read from text files. */
export interface TextTable {
  /** The schema of the columns, to pass to a writer. */
  readonly schema: Schema;
  /**
   * Yields batches of columns, by path, in the form that the `write` method of a file writer accepts. A batch is valid
   * until the next one is requested. Can be called only once. Closes the files at the end.
   * @throws ParquetError CORRUPT for the first bad row unless `badRows` is `'skip'`, and for text that is not UTF-8;
   *   LIMIT for a record longer than `recordBytes`. Rethrows errors from the streams and the signal's abort reason.
   */
  batches(): AsyncGenerator<WriteColumns, void, undefined>;
  /**
   * Closes the files. Needed only if you do not call {@link batches}, which closes the files itself; does nothing after
   * such a call.
   */
  close(): Promise<void>;
}

/**
 * Creates a table whose batches can be read only once. If the input is a single file, `kept` is the open file, whose
 * start was read to infer types. If `batches` is never called, `close` closes it.
 */
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
