/** The interface for printing the rows of several files, one file after another. */
import type { ParquetFile } from '@marquetry/file';
import type { FileRows } from './row-span.js';
import type { RowsView } from './rows-view.js';

/** A file's name, and which of its rows and columns to print. */
export interface NamedView {
  readonly name: string;
  readonly view: RowsView;
}

/** Opens the file with the index `index`, and calls `use` with it. */
export type WithFile = <T>(index: number, use: (file: ParquetFile) => Promise<T>) => Promise<T>;

export interface RowPrinter {
  /**
   * Prints rows of a file and returns their number.
   * @throws UsageError if the file's columns differ from those of the first file.
   */
  print(from: NamedView, rows: FileRows): Promise<number>;
  /** Prints the given rows, in the given order. `files` opens the file that contains a row. */
  printOrdered(files: OrderedFiles, order: readonly RowOfFile[]): Promise<void>;
  /** Prints the text after the last row. Call it once, after all rows. */
  end(): Promise<void>;
}

/** The place of a row: the index of its file, and its row number within that file. */
interface RowOfFile {
  readonly file: number;
  readonly row: number;
}

/** Opens the file with the index `index`, and calls `use` with its name and the rows and columns to print. */
type OrderedFiles = (index: number, use: (from: NamedView) => Promise<void>) => Promise<void>;
