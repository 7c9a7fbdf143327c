/**
 * Runs SQL queries in DuckDB.
 */
import type { DuckDBType } from '@duckdb/node-api';

export interface Engine {
  readonly version: string;
  /** Returns the rows of a query. All its columns must be text. */
  ask(sql: string): Promise<(string | null)[][]>;
  /** Returns the names and types of a query's columns. */
  columnsOf(sql: string): Promise<{ readonly name: string; readonly type: DuckDBType }[]>;
  close(): void;
}

export async function openEngine(): Promise<Engine> {
  const { DuckDBInstance, version } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', {
    // Results must not depend on extensions from the network or the home folder.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    preserve_insertion_order: 'false',
  });
  const connection = await instance.connect();
  return {
    version: version().replace(/^v/, ''),
    ask: async (sql) => {
      const rows = (await connection.runAndReadAll(sql)).getRows();
      return rows.map((row) => row.map((value) => (value === null ? null : String(value))));
    },
    columnsOf: async (sql) => {
      const result = await connection.runAndReadAll(sql);
      const types = result.columnTypes();
      return result.columnNames().flatMap((name, i) => {
        const type = types[i];
        return type === undefined ? [] : [{ name, type }];
      });
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Returns the first line of a DuckDB error, without the error class and the file name. */
export function engineReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [line = message] = message.split('\n');
  return line
    .replace(/^[A-Z][A-Za-z ]+ Error: /, '')
    .replace(/^Failed to read file ".*": /, '')
    .trim();
}
