/**
 * Two processes filter a file that is listed many times as a source, and a third process joins their outputs. Their
 * memory does not depend on the size of the data. `node bench/scale-out.mjs large` does the same with 20 GB.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runTree } from '../../bench/scale-out/process-tree.mjs';
import { tables } from '../../bench/tables/definitions.mjs';
import { isBuilt, programEnvironment } from './engines.js';

const missing = [...(isBuilt ? [] : ['a build']), ...(existsSync('/proc/self/status') ? [] : ['/proc'])];
const folder = mkdtempSync(join(tmpdir(), 'marquetry-large-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const source = join(folder, 'lineitem.parquet');
const rowCount = 500_000;

const script = `
set -euo pipefail
out=$1; shift
mkdir -p $out
$MARQUETRY splits plan "$@" --where 'l_quantity < 5' --target-bytes 4000000 > $out/plan.ndjson
sed -n 'p;n' $out/plan.ndjson | $MARQUETRY splits exec --output $out --codec SNAPPY > $out/results-1.ndjson & one=$!
sed -n 'n;p' $out/plan.ndjson | $MARQUETRY splits exec --output $out --codec SNAPPY > $out/results-2.ndjson & two=$!
wait $one; wait $two
cat $out/results-2.ndjson $out/results-1.ndjson | $MARQUETRY splits commit - $out --mode one-file --json
`;

describe.skipIf(missing.length > 0)(
  `data larger than memory${missing.length === 0 ? '' : ` (skipped without ${missing.join(' and ')})`}`,
  () => {
    let connection: Awaited<ReturnType<DuckDBInstance['connect']>>;
    beforeAll(async () => {
      connection = await (await DuckDBInstance.create(':memory:')).connect();
      const { columns } = tables['lineitem6m'] as { columns: string };
      await connection.run(
        `COPY (SELECT ${columns} FROM range(${rowCount}) t(i)) TO '${source}' (FORMAT parquet, ROW_GROUP_SIZE 60000)`,
      );
    }, 60_000);
    afterAll(() => connection?.closeSync());

    const one = async (sql: string): Promise<unknown> => (await connection.runAndReadAll(sql)).getRowsJson()[0]?.[0];
    /** Runs the pipeline over a source that is listed `copies` times. Returns the peak memory of each command in bytes. */
    const peaksOf = async (copies: number): Promise<number[]> => {
      const out = join(folder, `out-${copies}`);
      const args = ['-c', script, 'bash', out, ...Array.from({ length: copies }, () => source)];
      const { processes } = await runTree('bash', args, programEnvironment);
      const from = (path: string): string => `FROM read_parquet('${path}')`;
      for (const fact of ['count(*)', 'sum(l_extendedprice * 100)::BIGINT', 'sum(l_orderkey)::BIGINT']) {
        const expected = Number(await one(`SELECT ${fact} ${from(source)} WHERE l_quantity < 5`));
        expect(Number(await one(`SELECT ${fact} ${from(join(out, 'data.parquet'))}`))).toBe(copies * expected);
      }
      return ['plan', 'exec', 'commit'].map((command) =>
        Math.max(
          ...processes.filter((found) => found.command.includes(`splits ${command}`)).map(({ peakBytes }) => peakBytes),
        ),
      );
    };

    test('`marquetry splits` uses no more memory for four times as much data', { timeout: 240_000 }, async () => {
      const some = await peaksOf(4);
      const more = await peaksOf(16);
      for (const [i, peak] of more.entries()) expect(peak).toBeLessThan(1.25 * Number(some[i]) + 64e6);
      expect(Math.max(...more)).toBeLessThan(600e6);
    });
  },
);
