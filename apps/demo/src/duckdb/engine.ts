/**
 * DuckDB, asked in SQL.
 */
import type { DuckDBType } from '@duckdb/node-api';

export interface Engine {
  readonly version: string;
  /** The rows of a query; every column of it must be text. */
  ask(sql: string): Promise<(string | null)[][]>;
  /** Names and types of the columns of a query. */
  columnsOf(sql: string): Promise<{ readonly name: string; readonly type: DuckDBType }[]>;
  close(): void;
}

export async function openEngine(): Promise<Engine> {
  const { DuckDBInstance, version } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', {
    // The answers must not depend on what a network or a home folder offers.
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

/** The first line of what DuckDB threw, without its class of errors and the file's name. */
export function engineReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [line = message] = message.split('\n');
  return line
    .replace(/^[A-Z][A-Za-z ]+ Error: /, '')
    .replace(/^Failed to read file ".*": /, '')
    .trim();
}
