/** The interface that prints rows, file by file. */
import type { ParquetFile } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import type { FileRows } from './row-span.js';

export interface NamedFile {
  readonly name: string;
  readonly file: ParquetFile;
}

/** Opens the file of that name and calls `use` with it. */
export type WithFile = <T>(name: string, use: (file: ParquetFile) => Promise<T>) => Promise<T>;

export interface RowPrinter {
  /**
   * Prints rows of a file and returns their number. @throws UsageError if its columns differ from those of the first
   * file.
   */
  print(from: NamedFile, leaves: readonly LeafNode[], rows: FileRows): Promise<number>;
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

/** Opens file `index` and calls `use` with it and the columns to print. */
type OrderedFiles = (
  index: number,
  use: (from: NamedFile, leaves: readonly LeafNode[]) => Promise<void>,
) => Promise<void>;
