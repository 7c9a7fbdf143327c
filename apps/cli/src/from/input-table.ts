/** The interface of a table to convert, which is the same for text and Arrow files. */
import type { FileWriter } from '@marquetry/file';
import type { BadRow, ReadProgress } from '@marquetry/from-text';
import type { FieldDefinitions, Schema } from '@marquetry/schema';
import type { FromOptions } from './from-options.js';

export interface InputTable {
  readonly schema: Schema;
  /** Writes all rows, and awaits `onBatch` after each batch. */
  writeTo(writer: FileWriter, onBatch: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface TableOptions extends Pick<FromOptions, 'delimiter' | 'header' | 'strings' | 'decimals' | 'sample'> {
  readonly schema: FieldDefinitions | undefined;
  readonly signal: AbortSignal;
  readonly onBadRow: (row: BadRow) => void;
  readonly onProgress: (progress: ReadProgress) => void;
}
