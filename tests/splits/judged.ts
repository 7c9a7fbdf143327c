/**
 * Runs plans as an engine would, with splits and results as lines of JSON, and compares tables with DuckDB.
 */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import {
  type Commit,
  commitSplits,
  executeSplit,
  type PlanSplitsOptions,
  type PublishMode,
  planSplits,
  type Split,
  type SplitResult,
  type SplitTask,
} from '@marquetry/splits';
import { diskStore } from '@marquetry/splits/disk';
import { expect } from 'vitest';

/** A new folder, which is removed after the run. */
export function newFolder(name: string): string {
  return mkdtempSync(join(process.env['MARQUETRY_SCRATCH'] as string, `${name}-`));
}

/** The results of running a whole plan. */
export interface Ran {
  readonly splits: readonly Split[];
  readonly results: readonly SplitResult[];
  readonly commit: Commit;
  /** The folder of the outputs. */
  readonly out: string;
  /** The paths of the published files. */
  readonly paths: readonly string[];
}

/**
 * Plans, executes and commits the splits of files. Each split and each result is sent as JSON. Each split must read
 * exactly the bytes that its plan lists.
 */
export async function runAll(
  uris: readonly string[],
  task: SplitTask,
  {
    mode = 'one-file',
    out = newFolder('out'),
    ...options
  }: PlanSplitsOptions & { readonly mode?: PublishMode; readonly out?: string } = {},
): Promise<Ran> {
  const { splits } = await planSplits(uris, options);
  const target = diskStore(out);
  const results: SplitResult[] = [];
  for (const split of splits) {
    const result = await executeSplit(JSON.stringify(split), task, {
      attempt: 'a1',
      output: target,
      valueBytes: 2 ** 14,
    });
    expect(result.metrics.bytesRead).toBe(split.estimate.bytes);
    results.push(result);
  }
  const lines = results.map((result) => JSON.stringify(result));
  const commit = await commitSplits(lines, { target, mode, task });
  return { splits, results, commit, out, paths: commit.files.map(({ key }) => join(out, key)) };
}

/** A DuckDB in memory, which compares tables. */
export interface Judge {
  readonly connection: DuckDBConnection;
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<readonly unknown[]>;
  /** The differences between two tables as sets of rows with their counts. Empty if they are equal. */
  differences(a: string, b: string): Promise<readonly unknown[]>;
  close(): void;
}

/** Opens a DuckDB in memory. */
export async function openJudge(): Promise<Judge> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const rows = async (sql: string): Promise<readonly unknown[]> => (await connection.runAndReadAll(sql)).getRowsJson();
  return {
    connection,
    rows,
    run: async (sql) => {
      await connection.run(sql);
    },
    differences: async (a, b) => [
      ...(await rows(`(${a}) EXCEPT ALL (${b}) LIMIT 3`)),
      ...(await rows(`(${b}) EXCEPT ALL (${a}) LIMIT 3`)),
    ],
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Returns the SQL of a table that consists of one or several files. */
export function tableOf(paths: string | readonly string[]): string {
  const list = [paths].flat().map((path) => `'${path}'`);
  return `read_parquet([${list.join(', ')}])`;
}
