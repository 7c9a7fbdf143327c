// Writes the files for the questions, if they do not exist: lineitem in two orders, with page indexes and a Bloom
// filter, and a table of 100 columns.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../checkout.mjs';
import { tables } from '../tables/definitions.mjs';
import { connect, literal } from '../tables/duckdb.mjs';
import { folder as tablesFolder } from '../tables/files.mjs';

const folder = join(tablesFolder, 'questions');
const columns = [
  ...[
    'l_orderkey',
    'l_partkey',
    'l_suppkey',
    'l_linenumber',
    'l_quantity',
    'l_extendedprice',
    'l_discount',
    'l_shipdate',
  ],
  'l_shipmode',
];

async function make(path, query, rewriting) {
  mkdirSync(folder, { recursive: true });
  const plain = `${path}.plain`;
  const part = `${path}.part`;
  const connection = await connect(2);
  await connection.run(`COPY (${query}) TO ${literal(plain)} (FORMAT parquet, COMPRESSION uncompressed)`);
  connection.closeSync();
  const { status } = spawnSync(
    process.execPath,
    [commandLine(), 'rewrite', plain, part, '--codec', 'snappy', ...rewriting],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  rmSync(plain);
  if (status !== 0) throw new Error(`marquetry rewrite ended with exit code ${status}`);
  renameSync(part, path);
}

/**
 * Returns the path of a file with two million rows of the table lineitem, sorted by the given column, in four row
 * groups and pages of at most 20,000 rows.
 */
export async function lineitem(orderedBy) {
  const path = join(folder, `lineitem-by-${orderedBy}.parquet`);
  if (existsSync(path)) return path;
  const query = `SELECT ${columns} FROM (SELECT ${tables.lineitem.columns} FROM range(2000000) t(i)) ORDER BY ${orderedBy}, l_partkey`;
  await make(path, query, ['--row-group-rows', '500000', '--page-size', '131072', '--bloom', 'l_partkey']);
  return path;
}

/**
 * Returns the path of a file with 300,000 rows and 100 columns. The column `runs` is 1 in the first 3 of every 300
 * rows. The column `clustered` is 1 in the same number of rows, but they are in only a twentieth of the pages: an
 * integer column has 147 pages with up to 2,048 values each, and about 8 of these pages contain such rows.
 */
export async function wide() {
  const path = join(folder, 'columns-100.parquet');
  if (existsSync(path)) return path;
  const plain = Array.from({ length: 98 }, (_, c) =>
    c % 3 === 2
      ? `'value ' || ((i * ${c + 7}) % 5000) AS c${c}`
      : `(hash(i + ${c * 1_000_003}) % 1000000)::BIGINT AS c${c}`,
  );
  const runs = '(i % 300 < 3)::INTEGER AS runs';
  const clustered = '(i % 150000 BETWEEN 40960 AND 46460 AND i % 11 < 3)::INTEGER AS clustered';
  await make(path, `SELECT ${runs}, ${clustered}, ${plain} FROM range(300000) t(i)`, ['--page-size', '16384']);
  return path;
}

/**
 * Returns the path of a table of 3 million rows. About 2 % of the values of `model` are not empty, in runs of 3 rows at
 * random positions, like the column MobilePhoneModel of ClickBench.
 */
export async function models() {
  const path = join(folder, 'models.parquet');
  if (existsSync(path)) return path;
  const start = 'hash(i // 150) % 148';
  const model = `CASE WHEN i % 150 - ${start} BETWEEN 0 AND 2 THEN 'model ' || (hash(i) % 160) ELSE '' END AS model`;
  await make(path, `SELECT ${model} FROM (SELECT i::BIGINT AS i FROM range(3000000) t(i))`, [
    '--row-group-rows',
    '1000000',
  ]);
  return path;
}
