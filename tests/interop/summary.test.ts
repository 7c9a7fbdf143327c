/**
 * Tests summary files (`_metadata`): we read the summary files of pyarrow, and pyarrow reads ours. `npm run test:interop` finds a Python
 * with pyarrow.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataset, openParquet, type Row, type SummaryPart, writeParquet, writeSummary } from 'marquetry';
import { afterAll, describe, expect, test } from 'vitest';
import { python } from './run-pyarrow.js';

const folder = mkdtempSync(join(tmpdir(), 'summary-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = `
import sys, pyarrow as pa, pyarrow.parquet as pq
n = 3000
table = pa.table({'id': pa.array(range(n), pa.int64()), 'name': [f'n{i % 97}' for i in range(n)], 'year': [2023 + i // 1000 for i in range(n)]})
parts = []
pq.write_to_dataset(table, sys.argv[1], partition_cols=['year'], metadata_collector=parts, write_page_index=True, row_group_size=400)
pq.write_metadata(pa.schema([f for f in table.schema if f.name != 'year']), sys.argv[1] + '/_metadata', metadata_collector=parts)
`;
const read = `
import sys, json, pyarrow.dataset as ds
data = ds.parquet_dataset(sys.argv[1], partitioning=ds.partitioning(flavor='hive'))
print(json.dumps(data.to_table(filter=ds.field('id') >= 98).sort_by([('year', 'ascending'), ('id', 'ascending')]).to_pylist()))
`;

async function all(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

if (python === undefined)
  test.skip("pyarrow and Marquetry read each other's summary files (skipped: see npm run test:interop)", () => {});

describe.skipIf(python === undefined)('summary files exchanged with pyarrow', () => {
  test('summary files that pyarrow wrote give access to the rows of all files that they list', async () => {
    const target = join(folder, 'theirs');
    execFileSync(python ?? '', ['-c', write, target]);
    const rows = await all((await openParquet(join(target, '_metadata'))).rows());
    const expected = Array.from({ length: 3000 }, (_, i) => ({ id: BigInt(i), name: `n${i % 97}` }));
    expect(rows.sort((a, b) => Number((a['id'] as bigint) - (b['id'] as bigint)))).toEqual(expected);
    const dataset = await openDataset(join(target, '_metadata'));
    expect(await dataset.count({ where: { year: 2024, id: { lt: 1500 } } })).toBe(500);
  });

  test('pyarrow reads our summary files as a dataset', async () => {
    const target = join(folder, 'ours');
    const parts: SummaryPart[] = [];
    for (const year of [2023, 2024]) {
      const path = `year=${year}/0.parquet`;
      execFileSync(python ?? '', ['-c', 'import os, sys; os.makedirs(sys.argv[1])', join(target, `year=${year}`)]);
      const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: `${year}-${id}` }));
      parts.push({ path, metadata: await writeParquet(join(target, path), rows, { rowGroupRows: 30 }) });
    }
    const summary = join(target, '_metadata');
    await writeSummary(summary, parts);
    const answer: unknown = JSON.parse(execFileSync(python ?? '', ['-c', read, summary], { encoding: 'utf8' }));
    expect(answer).toEqual([2023, 2024].flatMap((year) => [98, 99].map((id) => ({ id, name: `${year}-${id}`, year }))));
  });
});
