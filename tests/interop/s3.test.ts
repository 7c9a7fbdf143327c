/**
 * Marquetry and pyarrow read from an S3 server the files that the other wrote to it. Skipped without moto, or without pyarrow
 * (`npm run test:interop` finds a Python with it).
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { s3Store } from '@marquetry/s3';
import { isMotoInstalled, type Moto, startMoto } from '@marquetry/test-support/moto.js';
import { createParquetWriter, defineSchema, openParquet } from 'marquetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { python } from './run-pyarrow.js';

const missing = [...(isMotoInstalled ? [] : ['moto']), ...(python === undefined ? ['pyarrow'] : [])];
const name = `S3, with pyarrow${missing.length === 0 ? '' : ` (skipped: ${missing.join(' and ')} not found)`}`;
const rowCount = 800_000;

/**
 * Number of rows that pyarrow writes. The file is small enough to be uploaded as one part, because pyarrow 26 does not
 * accept moto's response to a multipart upload.
 */
const copiedRows = 100_000;

/** Reads a file, prints the sums of its columns, and writes its first rows as another object. */
const script = `
import sys, pyarrow.compute as pc, pyarrow.parquet as pq
from pyarrow.fs import S3FileSystem
store = S3FileSystem(access_key='test', secret_key='test', region='us-east-1', scheme='http', endpoint_override=sys.argv[1],
  allow_delayed_open=True)
table = pq.read_table('flights/' + sys.argv[2], filesystem=store)
print(table.num_rows, pc.sum(table['id']).as_py(), pc.sum(table['delay']).as_py(), len(set(table['city'].to_pylist())))
pq.write_table(table.slice(0, ${copiedRows}), 'flights/' + sys.argv[3], filesystem=store)
`;

describe.skipIf(missing.length > 0)(name, () => {
  let moto: Moto;
  beforeAll(async () => {
    moto = await startMoto('flights');
  }, 90_000);
  afterAll(() => moto?.stop());

  test('Marquetry and pyarrow each read the file that the other wrote', { timeout: 120_000 }, async () => {
    const store = s3Store({
      endpoint: moto.endpoint,
      bucket: 'flights',
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    const cities = ['Lima', 'Oslo', 'Accra'];
    const sink = store.sink('year=2026/a b+c.parquet', { partBytes: 5 * 2 ** 20 });
    const schema = defineSchema({ id: 'INT64', delay: 'DOUBLE', city: 'STRING' });
    const writer = await createParquetWriter(sink, { schema });
    const ids = BigInt64Array.from({ length: rowCount }, (_, row) => BigInt(row) * 7919n);
    const delays = Float64Array.from({ length: rowCount }, (_, row) => ((row * 2_654_435_761) % 2 ** 32) / 4);
    await writer.write({ id: ids, delay: delays, city: Array.from(ids, (_, row) => cities[row % 3] ?? '') });
    await writer.finish();
    const expected = [Number(ids.reduce((sum, id) => sum + id, 0n)), delays.reduce((sum, delay) => sum + delay, 0)];
    const head = await store.head('year=2026/a b+c.parquet');
    // The file is larger than one part of an upload.
    expect(head?.byteLength).toBeGreaterThan(5 * 2 ** 20);

    const args = ['-c', script, moto.endpoint, 'year=2026/a b+c.parquet', 'copy.parquet'];
    const { stdout } = await promisify(execFile)(python ?? '', args);
    expect(stdout.trim().split(' ').map(Number)).toEqual([rowCount, ...expected, 3]);

    const file = await openParquet(await store.source('copy.parquet'));
    let rows = 0;
    for await (const { id, delay, city } of file.rows()) {
      if (id === ids[rows] && delay === delays[rows] && city === cities[rows % 3]) rows++;
      else throw new Error(`row ${rows} is ${id} ${delay} ${city}`);
    }
    expect(rows).toBe(copiedRows);
  });
});
