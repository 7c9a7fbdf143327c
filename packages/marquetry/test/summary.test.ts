/** Tests summary files (`_metadata`) on disk and over HTTP. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDataset, openParquet, type Row, type SummaryPart, writeParquet, writeSummary } from '../src/index.node.js';

let folder: string;
let server: Server;
const asked: string[] = [];

beforeAll(async () => {
  folder = (await mkdtemp(join(tmpdir(), 'summary-'))).replaceAll('\\', '/');
  const parts: SummaryPart[] = [];
  for (const year of [2023, 2024]) {
    const path = `year=${year}/part 0%.parquet`;
    await mkdir(join(folder, `year=${year}`));
    const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: `${year}-${id}` }));
    parts.push({ path, metadata: await writeParquet(join(folder, path), rows, { rowGroupRows: 40 }) });
  }
  await writeSummary(join(folder, '_metadata'), parts);
  server = createServer(async (request, response) => {
    const path = decodeURIComponent((request.url ?? '').replace(/\?.*/, ''));
    asked.push(path);
    const bytes = await readFile(folder + path).catch(() => undefined);
    if (bytes === undefined) {
      response.writeHead(404).end();
      return;
    }
    const [, from = '0', to = String(bytes.length - 1)] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
    const body = bytes.subarray(Number(from), Number(to || bytes.length - 1) + 1);
    const range = `bytes ${from}-${Number(from) + body.length - 1}/${bytes.length}`;
    response
      .writeHead(206, { 'content-range': range, 'content-length': body.length, 'accept-ranges': 'bytes' })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

async function all(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

const url = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`;

describe.each([
  ['on disk', () => `${folder}/_metadata`],
  ['over HTTP', () => url('_metadata?token=1')],
  ['by a URL object', () => new URL(url('_metadata'))],
])('a summary file %s', (_, input) => {
  test('openParquet reads the rows of all files that the summary lists, in the order of the list', async () => {
    const file = await openParquet(input());
    const rows = await all(file.rows());
    expect(rows).toHaveLength(200);
    expect([rows[0], rows[199]]).toEqual([
      { id: 0, name: '2023-0' },
      { id: 99, name: '2024-99' },
    ]);
    expect(await file.count({ where: { name: '2024-7' } })).toBe(1);
  });

  test('plan() of a summary file lists byte ranges, each with the file that contains it', async () => {
    const { rowGroups } = await (await openParquet(input())).plan({ where: { name: '2024-7' } });
    const reads = rowGroups.flatMap((group) => group.reads);
    expect(new Set(reads.map(({ file }) => file))).toEqual(new Set(['year=2024/part 0%.parquet']));
    expect(reads.every(({ offset }) => offset < 10_000)).toBe(true);
  });

  test('openDataset returns the partitions of the files that a summary file lists', async () => {
    const dataset = await openDataset(input());
    expect(dataset.files.map(({ partition }) => ({ ...partition }))).toEqual([{ year: '2023' }, { year: '2024' }]);
    expect(await all(dataset.rows({ where: { year: 2024, id: { ge: 98 } } }))).toEqual([
      { id: 98, name: '2024-98', year: 2024 },
      { id: 99, name: '2024-99', year: 2024 },
    ]);
  });
});

test('reading through a summary file does not open files whose partition `where` excludes', async () => {
  asked.length = 0;
  const dataset = await openDataset(url('_metadata'));
  expect(await all(dataset.rows({ where: { year: 2023 }, limit: 1 }))).toHaveLength(1);
  expect(asked).not.toContain('/year=2024/part 0%.parquet');
});

test('a file not named _metadata can refer to other files only if the `external` option is set', async () => {
  const path = join(folder, 'other.parquet');
  await writeFile(path, await readFile(join(folder, '_metadata')));
  await expect(all((await openParquet(path)).rows())).rejects.toThrow(
    /another file, year=2023.*`external: externalFiles/,
  );
  expect(await all((await openParquet(path, { external: true })).rows())).toHaveLength(200);
  const bytes = new Uint8Array(await readFile(path));
  const external = (part: string): string => join(folder, part);
  expect(await all((await openParquet(bytes, { external })).rows())).toHaveLength(200);
});

test('reading through a summary file that lists a missing file rejects with the file-system error', async () => {
  const path = join(folder, 'lost/_metadata');
  await mkdir(join(folder, 'lost'));
  await writeFile(path, await readFile(join(folder, '_metadata')));
  await expect(all((await openParquet(path)).rows())).rejects.toMatchObject({ code: 'ENOENT' });
});
