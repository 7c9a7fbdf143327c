// Filters a dataset that is larger than memory with two processes of `marquetry splits exec`, and commits the result as
// one file.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../checkout.mjs';
import { connect, literal } from '../tables/duckdb.mjs';
import { folder, file as tableFile } from '../tables/files.mjs';
import { runTree } from './process-tree.mjs';

/**
 * A shell script. $1: Node and the program; $2: the output; the other arguments: the sources. Its exit code is that of
 * the first command that fails.
 */
const script = `
set -euo pipefail
marquetry=$1 out=$2; shift 2
mkdir -p $out
$marquetry splits plan "$@" --where 'l_quantity < 5' > $out/plan.ndjson
sed -n 'p;n' $out/plan.ndjson | $marquetry splits exec --output $out --codec SNAPPY > $out/results-1.ndjson & one=$!
sed -n 'n;p' $out/plan.ndjson | $marquetry splits exec --output $out --codec SNAPPY > $out/results-2.ndjson & two=$!
wait $one; wait $two
wc -l < $out/plan.ndjson
cat $out/results-1.ndjson $out/results-2.ndjson | $marquetry splits commit - $out --mode one-file --json
`;

export async function measureLarge({ gigabytes }) {
  const { path, bytes, rowCount } = await tableFile(
    { table: 'lineitem6m', layout: 'dictionary', codec: 'snappy' },
    true,
  );
  const copies = Math.ceil((gigabytes * 1e9) / bytes);
  const out = mkdtempSync(join(folder, 'large-'));
  try {
    const args = [`${process.execPath} ${commandLine()}`, out, ...Array(copies).fill(path)];
    const { seconds, output, processes } = await runTree('bash', ['-c', script, 'bash', ...args]);
    const result = join(out, 'data.parquet');
    const connection = await connect(2);
    const one = async (sql) => Number((await connection.runAndReadAll(sql)).getRows()[0][0]);
    const where = 'l_quantity < 5';
    const [from, to] = [path, result].map((file) => `FROM read_parquet(${literal(file)})`);
    for (const sum of ['count(*)', 'sum(hash(l_orderkey, l_partkey, l_extendedprice, l_comment)::HUGEINT)::DOUBLE']) {
      const [expected, found] = [
        copies * (await one(`SELECT ${sum} ${from} WHERE ${where}`)),
        await one(`SELECT ${sum} ${to}`),
      ];
      if (Math.abs(found / expected - 1) > 1e-9)
        throw new Error(`DuckDB finds ${sum} = ${found} instead of ${expected}`);
    }
    const [splits] = output.split('\n');
    const count = new Intl.NumberFormat('en-US');
    console.log(
      `${((copies * bytes) / 1e9).toFixed(1)} GB, ${count.format(copies * rowCount)} rows, ${splits} splits, two processes: ${seconds.toFixed(0)} s; ` +
        `result ${(statSync(result).size / 1e6).toFixed(0)} MB, DuckDB reads the same rows from it`,
    );
    for (const [name, part] of [
      ['plan', 'splits plan'],
      ['exec', 'splits exec'],
      ['commit', 'splits commit'],
    ]) {
      const some = processes.filter(({ command }) => command.includes(part) && !command.startsWith('bash'));
      const peak = Math.max(...some.map(({ peakBytes }) => peakBytes));
      const cpu = some.reduce((sum, process) => sum + process.cpu, 0);
      console.log(`  ${name}: peak ${(peak / 1e6).toFixed(0)} MB per process, ${cpu.toFixed(1)} s of processor time`);
    }
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
