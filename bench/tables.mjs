// Tables to measure on, made by DuckDB from hashes: the same on every machine.
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';

const cache = fileURLToPath(new URL('./.cache/', import.meta.url));

const h = (seed, of = 'i') => `(hash(${of} * 1000003 + ${seed}) >> 1)`;
const below = (seed, limit, of = 'i') => `(${h(seed, of)} % ${limit})`;
const fraction = (seed, of = 'i') => `(${h(seed, of)}::DOUBLE / 9223372036854775808.0)`;
const list = (words) => `[${words.map((word) => `'${word}'`).join(',')}]`;
const pick = (seed, words) => `(${list(words)})[1 + ${below(seed, words.length)}::INT]`;
const words = (
  'carefully quickly furiously final special regular express pending ironic even bold silent unusual deposits requests ' +
  'accounts packages instructions theodolites foxes pinto beans dependencies platelets ideas asymptotes courts dolphins ' +
  'sleep haggle nag wake cajole use boost detect along across after among the about above according to'
).split(' ');
const money = (seed, limit) => `(${below(seed, limit)})::BIGINT`;

const towns = Array.from({ length: 200 }, (_, i) => `city_${words[i % words.length]}_${i}`);
/** Null in three rows of ten. */
const sometimes = (seed, value) => `CASE WHEN ${below(seed, 10)} >= 3 THEN ${value} END`;

/** Rows, and the columns of each. */
const tables = {
  // The shape of TPC-H's lineitem. Money is INT64 cents and dates are INT32 days, so that every writer gets what it takes best.
  lineitem: [
    1_000_000,
    `(i // 4 + 1)::BIGINT AS l_orderkey, (1 + ${below(30, 200000)})::BIGINT AS l_partkey,
    (1 + ${below(31, 10000)})::BIGINT AS l_suppkey, (1 + i % 4)::INTEGER AS l_linenumber,
    (100 * (1 + ${below(32, 50)}))::BIGINT AS l_quantity, (90000 + ${money(33, 10000000)})::BIGINT AS l_extendedprice,
    ${money(34, 11)} AS l_discount, ${money(35, 9)} AS l_tax,
    ${pick(36, ['A', 'N', 'R'])} AS l_returnflag, ${pick(37, ['F', 'O'])} AS l_linestatus,
    (8035 + ${below(38, 2500)})::INTEGER AS l_shipdate, (8035 + ${below(39, 2500)})::INTEGER AS l_commitdate,
    (8037 + ${below(40, 2500)})::INTEGER AS l_receiptdate,
    ${pick(41, ['DELIVER IN PERSON', 'COLLECT COD', 'NONE', 'TAKE BACK RETURN'])} AS l_shipinstruct,
    ${pick(42, ['AIR', 'FOB', 'MAIL', 'RAIL', 'REG AIR', 'SHIP', 'TRUCK'])} AS l_shipmode,
    concat_ws(' ', ${[43, 44, 45, 46].map((seed) => pick(seed, words)).join(', ')}) AS l_comment`,
  ],
  // Lists, lists of structs, and maps, short and often empty.
  nested: [
    1_000_000,
    `i::BIGINT AS id,
    list_transform(range(${below(15, 8)}::BIGINT), lambda x: (${below(16, 100000, '(i * 8 + x)')})::INTEGER) AS list_int,
    list_transform(range(${below(17, 4)}::BIGINT), lambda x: {
      'a': (${below(18, 1000000, '(i * 4 + x)')})::BIGINT, 'b': 'tag_' || ${below(19, 500, '(i * 4 + x)')}}) AS list_struct,
    map(list_transform(range(${below(20, 4)}::BIGINT), lambda x: 'key_' || x),
      list_transform(range(${below(20, 4)}::BIGINT), lambda x: ${fraction(21, '(i * 4 + x)')})) AS map_col`,
  ],
  nullable: [
    5_000_000,
    `${sometimes(22, `${below(23, 100000)}::INTEGER`)} AS n_i32, ${sometimes(24, `${h(25)}::BIGINT`)} AS n_i64,
    ${sometimes(26, fraction(27))} AS n_f64, ${sometimes(28, pick(29, towns))} AS n_str,
    ${sometimes(47, `${below(48, 8)} = 0`)} AS n_bool`,
  ],
  strings: [
    5_000_000,
    `${pick(7, towns)} AS city, ${pick(8, ['AIR', 'FOB', 'MAIL', 'RAIL', 'REG AIR', 'SHIP', 'TRUCK'])} AS mode,
    'user_' || ${below(9, 5000)} AS usr`,
  ],
};

/** A connection to a DuckDB in memory, on one thread. */
export async function connect() {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', preserve_insertion_order: 'true' });
  return instance.connect();
}

/**
 * A table as DuckDB writes it with SNAPPY: where it is, its rows and bytes, and the bytes of the same table PLAIN and
 * uncompressed, by which speeds are given.
 */
export async function table(name) {
  const [rowCount, columns] = tables[name];
  mkdirSync(cache, { recursive: true });
  const path = join(cache, `${name}.snappy.parquet`);
  const plain = join(cache, `${name}.plain.parquet`);
  const connection = await connect();
  if (!existsSync(path)) {
    await connection.run(`CREATE TABLE made AS SELECT ${columns} FROM range(${rowCount}) t(i)`);
    const copy = (to, options) => connection.run(`COPY made TO '${to}' (FORMAT parquet, ${options})`);
    await copy(plain, 'COMPRESSION uncompressed, DICTIONARY_SIZE_LIMIT 0');
    await copy(`${path}.part`, 'COMPRESSION snappy');
    renameSync(`${path}.part`, path);
  }
  const sizes = await connection.runAndReadAll(
    `SELECT sum(total_uncompressed_size)::BIGINT FROM parquet_metadata('${plain}')`,
  );
  return { path, rowCount, bytes: statSync(path).size, plainBytes: Number(sizes.getRows()[0][0]) };
}
