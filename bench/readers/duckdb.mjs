// DuckDB as a reader, on one thread, from disk. The default form computes an aggregate over every column, which decodes all columns and
// returns one row. `chunks` copies all vectors to JavaScript and does not access their values. `strings` returns columns of JavaScript
// values.
import { aggregate, connect, literal } from '../tables/duckdb.mjs';

export async function prepare({ path, form, leaves }) {
  const connection = await connect();
  if (form === 'open') {
    const sql = `SELECT num_rows FROM parquet_file_metadata(${literal(path)})`;
    return { run: async () => (await connection.runAndReadAll(sql)).getRows()[0][0], rowCount: Number };
  }
  const all = `FROM read_parquet(${literal(path)})`;
  if (form === 'strings') {
    const run = async () => (await connection.runAndReadAll(all)).getColumnsJS();
    return { run, rowCount: ([first]) => first.length };
  }
  if (form === 'chunks') {
    const run = async () => {
      const result = await connection.run(all);
      let rows = 0;
      for (;;) {
        const chunk = await result.fetchChunk();
        if (chunk === null || chunk.rowCount === 0) return rows;
        rows += chunk.rowCount;
        for (let i = 0; i < chunk.columnCount; i++) chunk.getColumnVector(i);
      }
    };
    return { run, rowCount: Number };
  }
  const sql = await aggregate(connection, path, leaves);
  return { run: async () => (await connection.runAndReadAll(sql)).getRows()[0][0], rowCount: Number };
}
