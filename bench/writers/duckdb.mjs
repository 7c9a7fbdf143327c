// DuckDB as a writer, on one thread. It writes a DuckDB table to disk.
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, literal } from '../tables/duckdb.mjs';

export async function prepare({ path }) {
  const connection = await connect();
  await connection.run(`CREATE TABLE held AS FROM read_parquet(${literal(path)})`);
  const target = join(tmpdir(), `marquetry-bench-${process.pid}.parquet`);
  process.on('exit', () => rmSync(target, { force: true }));
  const sql = `COPY held TO ${literal(target)} (FORMAT parquet, COMPRESSION snappy)`;
  return { run: () => connection.run(sql), bytes: () => readFileSync(target) };
}
