/** The interface that prints rows, file by file. */
import type { ParquetFile } from '@marquetry/file';
import type { FileRows } from './row-span.js';
import type { RowsView } from './rows-view.js';

/** The rows and columns to print of a file with this name. */
export interface NamedView {
  readonly name: string;
  readonly view: RowsView;
}

/** Opens file `index` and calls `use` with it. */
export type WithFile = <T>(index: number, use: (file: ParquetFile) => Promise<T>) => Promise<T>;

export interface RowPrinter {
  /**
   * Prints rows of a file and returns their number. @throws UsageError if its columns differ from those of the first
   * file.
   */
  print(from: NamedView, rows: FileRows): Promise<number>;
  /** Prints rows in the given order. Each row is an ordinal in one of the `files`. */
  printOrdered(files: OrderedFiles, order: readonly RowOfFile[]): Promise<void>;
  /** Prints the rest of the output. */
  end(): Promise<void>;
}

/** Row `row` of file `file`. */
interface RowOfFile {
  readonly file: number;
  readonly row: number;
}

/** Opens file `index` and calls `use` with it. */
type OrderedFiles = (index: number, use: (from: NamedView) => Promise<void>) => Promise<void>;
