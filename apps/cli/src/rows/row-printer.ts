/**
 * What prints the rows of files, one file after the other.
 */
import type { ParquetFile } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import type { FileRows } from './row-span.js';

export interface NamedFile {
  readonly name: string;
  readonly file: ParquetFile;
}

/** Calls `use` with the file of that name open. */
export type WithFile = <T>(name: string, use: (file: ParquetFile) => Promise<T>) => Promise<T>;

export interface RowPrinter {
  /** Prints rows of a file, and returns how many. @throws UsageError where its columns do not go under those of the first file. */
  print(from: NamedFile, leaves: readonly LeafNode[], rows: FileRows): Promise<number>;
  /** Prints ordered rows: each is a file of `files`, and the ordinal of a row in it. */
  printOrdered(files: OrderedFiles, order: readonly RowOfFile[]): Promise<void>;
  /** Prints what is left. */
  end(): Promise<void>;
}

/** The row `row` of file `file`. */
interface RowOfFile {
  readonly file: number;
  readonly row: number;
}

/** Opens file `index`, and calls `use` with it and the columns to print. */
type OrderedFiles = (
  index: number,
  use: (from: NamedFile, leaves: readonly LeafNode[]) => Promise<void>,
) => Promise<void>;
