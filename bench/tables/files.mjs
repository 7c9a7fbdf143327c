// Provides the files to measure. They are written once, to the system's temporary folder (`MARQUETRY_BENCH_DATA` names
// another folder).
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownRoot } from '../checkout.mjs';
import { tables } from './definitions.mjs';
import { deltaByteArrayFile } from './delta-byte-array.mjs';
import { connect, literal } from './duckdb.mjs';
import { manyPages } from './many-pages.mjs';

/**
 * Returns the name of the folder for the files: a hash of the table definitions, so that files with older definitions
 * are never used.
 */
function folderName() {
  const hash = createHash('sha256');
  for (const file of ['definitions.mjs', 'delta-byte-array.mjs', 'many-pages.mjs']) {
    hash.update(readFileSync(fileURLToPath(new URL(file, import.meta.url))));
  }
  return hash.digest('hex').slice(0, 12);
}

export const folder = join(process.env.MARQUETRY_BENCH_DATA ?? join(tmpdir(), 'marquetry-bench'), folderName());

const compression = { none: 'uncompressed', snappy: 'snappy', zstd: 'zstd' };
/**
 * DuckDB's options by layout: `dictionary` is DuckDB's default; `v2` uses DELTA and BYTE_STREAM_SPLIT encodings in v2
 * data pages.
 */
const layouts = {
  dictionary: 'PARQUET_VERSION V1',
  plain: 'PARQUET_VERSION V1, DICTIONARY_SIZE_LIMIT 0',
  v2: 'PARQUET_VERSION V2, DICTIONARY_SIZE_LIMIT 0',
};

async function plainBytesOf(connection, path) {
  const sum = 'sum(total_uncompressed_size)::BIGINT';
  const result = await connection.runAndReadAll(`SELECT ${sum} FROM parquet_metadata(${literal(path)})`);
  return Number(result.getRows()[0][0]);
}

const copyTo = (connection, source, path, { layout = 'plain', codec = 'none', rowGroupRows = 122_880 } = {}) =>
  connection.run(
    `COPY ${source} TO ${literal(path)} (FORMAT parquet, ${layouts[layout]}, COMPRESSION ${compression[codec]}, ` +
      `ROW_GROUP_SIZE ${rowGroupRows})`,
  );

/** Returns the path of the public file of three million flights, or `undefined` if the demo's data is not installed. */
export function flightsPath() {
  const path = join(ownRoot, 'apps', 'demo', 'node_modules', 'vega-datasets', 'data', 'flights-3m.parquet');
  return existsSync(path) ? path : undefined;
}

async function make(path, { table, layout, codec }, rowCount) {
  const connection = await connect(2);
  const part = `${path}.part`;
  const plain = `${path}.plain`;
  if (table === 'flights') {
    await connection.run(`CREATE VIEW made AS FROM read_parquet(${literal(path)})`);
    await copyTo(connection, 'made', plain);
  } else {
    const { columns, rowGroupRows, pageRows } = tables[table];
    await connection.run(`CREATE TABLE made AS SELECT ${columns} FROM range(${rowCount}) t(i)`);
    await copyTo(connection, 'made', plain, { rowGroupRows });
    if (pageRows !== undefined) await manyPages(part, { rowCount, pageRows });
    else if (layout === 'deltaByteArray') writeFileSync(part, await deltaByteArrayFile(readFileSync(plain), codec));
    else await copyTo(connection, 'made', part, { layout, codec, rowGroupRows });
    renameSync(part, path);
  }
  const plainBytes = await plainBytesOf(connection, plain);
  rmSync(plain);
  return { plainBytes };
}

async function rowCountOf(path) {
  const result = await (await connect()).runAndReadAll(`SELECT count(*) FROM read_parquet(${literal(path)})`);
  return Number(result.getRows()[0][0]);
}

/**
 * Returns the path, rows and bytes of the file of a table, and the size of the table in PLAIN encoding without
 * compression, from which speeds are computed. Writes the file if it does not exist. Returns undefined if the demo's
 * data is needed but not installed.
 */
export async function file({ table, layout, codec }, isFull) {
  mkdirSync(folder, { recursive: true });
  const isFlights = table === 'flights';
  const rowCount = isFlights ? undefined : tables[table][isFull ? 'full' : 'small'];
  const name = isFlights ? 'flights' : `${table}-${rowCount}.${layout}.${codec}`;
  const path = isFlights ? flightsPath() : join(folder, `${name}.parquet`);
  if (path === undefined) return undefined;
  const facts = join(folder, `${name}.json`);
  if (!existsSync(path) || !existsSync(facts)) {
    const made = await make(path, { table, layout, codec }, rowCount);
    writeFileSync(facts, JSON.stringify({ ...made, rowCount: rowCount ?? (await rowCountOf(path)) }));
  }
  return {
    path,
    bytes: statSync(path).size,
    leaves: tables[table]?.leaves,
    ...JSON.parse(readFileSync(facts, 'utf8')),
  };
}
