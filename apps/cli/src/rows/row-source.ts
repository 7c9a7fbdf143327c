/** The files whose rows are printed: one file, or many read as one table. */
import type { ParquetFile } from '@marquetry/file';
import type { Context } from '../context.js';
import type { Table } from '../open-table.js';
import type { WithFile } from './row-printer.js';

export interface RowSource {
  /** The indexes of the files that may have rows to print; at least one. */
  readonly indexes: readonly number[];
  /** The files as one table; undefined for a single file. */
  readonly table: Table | undefined;
  nameOf(index: number): string;
  readonly withFile: WithFile;
  /** Returns the number of rows in a file, or of rows that match the predicate if there is one. */
  countOf(index: number): Promise<number>;
}

export function rowsOfFile(
  name: string,
  file: ParquetFile,
  where: string | undefined,
  context: Pick<Context, 'signal'>,
): RowSource {
  return {
    indexes: [0],
    table: undefined,
    nameOf: () => name,
    withFile: (_, use) => use(file),
    countOf: async () => {
      if (where === undefined) return file.rowCount;
      const { countMatching } = await import('../where/count-matching.js');
      return countMatching(file, where, context);
    },
  };
}

export function rowsOfTable(table: Table, { signal }: Pick<Context, 'signal'>): RowSource {
  const { dataset, indexes, nameOf, withFile, where } = table;
  return {
    // If no file can match, use the first one, whose columns are printed as the header.
    indexes: indexes.length > 0 ? indexes : [0],
    table,
    nameOf,
    withFile,
    countOf: (index) => table.blaming(index, dataset.countIn(index, { signal, ...(where !== undefined && { where }) })),
  };
}
