// One million rows in the shape of TPC-H's lineitem, made by DuckDB from hashes: the same on every machine.
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';

export const rowCount = 1_000_000;
const cache = fileURLToPath(new URL('../.cache/', import.meta.url));

const h = (seed) => `(hash(i * 1000003 + ${seed}) >> 1)`;
const below = (seed, limit) => `(${h(seed)} % ${limit})`;
const list = (words) => `[${words.map((word) => `'${word}'`).join(',')}]`;
const pick = (seed, words) => `(${list(words)})[1 + ${below(seed, words.length)}::INT]`;
const words = (
  'carefully quickly furiously final special regular express pending ironic even bold silent unusual deposits requests ' +
  'accounts packages instructions theodolites foxes pinto beans dependencies platelets ideas asymptotes courts dolphins ' +
  'sleep haggle nag wake cajole use boost detect along across after among the about above according to'
).split(' ');
const money = (seed, limit) => `(${below(seed, limit)})::BIGINT`;

/** Money is INT64 cents and dates are INT32 days, so that every writer gets what it takes best. */
const query = `SELECT
  (i // 4 + 1)::BIGINT AS l_orderkey, (1 + ${below(30, 200000)})::BIGINT AS l_partkey,
  (1 + ${below(31, 10000)})::BIGINT AS l_suppkey, (1 + i % 4)::INTEGER AS l_linenumber,
  (100 * (1 + ${below(32, 50)}))::BIGINT AS l_quantity, (90000 + ${money(33, 10000000)})::BIGINT AS l_extendedprice,
  ${money(34, 11)} AS l_discount, ${money(35, 9)} AS l_tax,
  ${pick(36, ['A', 'N', 'R'])} AS l_returnflag, ${pick(37, ['F', 'O'])} AS l_linestatus,
  (8035 + ${below(38, 2500)})::INTEGER AS l_shipdate, (8035 + ${below(39, 2500)})::INTEGER AS l_commitdate,
  (8037 + ${below(40, 2500)})::INTEGER AS l_receiptdate,
  ${pick(41, ['DELIVER IN PERSON', 'COLLECT COD', 'NONE', 'TAKE BACK RETURN'])} AS l_shipinstruct,
  ${pick(42, ['AIR', 'FOB', 'MAIL', 'RAIL', 'REG AIR', 'SHIP', 'TRUCK'])} AS l_shipmode,
  concat_ws(' ', ${[43, 44, 45, 46].map((seed) => pick(seed, words)).join(', ')}) AS l_comment
  FROM range(${rowCount}) t(i)`;

/** A connection to a DuckDB in memory, on one thread. */
export async function connect() {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', preserve_insertion_order: 'true' });
  return instance.connect();
}

/** `lineitem.parquet` as DuckDB writes it with SNAPPY, and the bytes of the same table PLAIN and uncompressed. */
export async function lineitem() {
  mkdirSync(cache, { recursive: true });
  const path = join(cache, 'lineitem.snappy.parquet');
  const plain = join(cache, 'lineitem.plain.parquet');
  const connection = await connect();
  if (!existsSync(path)) {
    await connection.run(`CREATE TABLE lineitem AS ${query}`);
    const copy = (to, options) => connection.run(`COPY lineitem TO '${to}' (FORMAT parquet, ${options})`);
    await copy(plain, 'COMPRESSION uncompressed, DICTIONARY_SIZE_LIMIT 0');
    await copy(`${path}.part`, 'COMPRESSION snappy');
    renameSync(`${path}.part`, path);
  }
  const sizes = await connection.runAndReadAll(
    `SELECT sum(total_uncompressed_size)::BIGINT FROM parquet_metadata('${plain}')`,
  );
  return { path, bytes: statSync(path).size, plainBytes: Number(sizes.getRows()[0][0]) };
}
