/** Tests the geometry statistics that writers store, and which of these statistics are kept in copies of a file. */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeGeometries, geoMetadata, readGeoMetadata } from '@marquetry/geospatial';
import type { GeospatialStatistics } from '@marquetry/metadata';
import { pointOf, wkbOf } from '@marquetry/test-support/wkb.js';
import {
  createParquetWriter,
  defineSchema,
  memorySink,
  openParquet,
  type ParquetReader,
  type ParquetWriterOptions,
  type Schema,
} from 'marquetry';
import { describe, expect, test } from 'vitest';
import { runCli } from '../../apps/cli/test/run-cli.js';
import { bundledWorker } from '../../packages/parallel/test/workers.js';
import { randomOf, randomWkb } from './geometries.js';

const schema = defineSchema({ id: 'INT32', g: { type: 'GEOMETRY', optional: true } });

async function written(
  items: readonly (Uint8Array | null)[],
  options: Partial<ParquetWriterOptions> = {},
): Promise<ParquetReader> {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, { schema, ...options });
  await writer.write({ id: Int32Array.from(items.keys()), g: items });
  await writer.finish();
  return openParquet(sink.bytes);
}

function statisticsOf(file: ParquetReader, column = 'g'): (GeospatialStatistics | undefined)[] {
  return file.metadata.rowGroups.map((_, rowGroup) => file.chunk({ rowGroup, column }).metaData.geospatialStatistics);
}

async function copied(file: ParquetReader, to: Schema, rows?: readonly [number, number]): Promise<ParquetReader> {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, { schema: to });
  await writer.copyRowGroup(file, 0, rows === undefined ? {} : { rows });
  await writer.finish();
  return openParquet(sink.bytes);
}

const points = Array.from({ length: 100 }, (_, i) => (i % 10 === 9 ? null : pointOf(i, -i)));

describe('the statistics of a written geometry column', () => {
  test('statistics of a geometry column have the bounding box and the geometry types of each row group, and no minimum or maximum', async () => {
    const file = await written([...points.slice(0, 50), wkbOf({ kind: 2, parts: [[1, 900]] })], { rowGroupRows: 30 });
    expect(statisticsOf(file)).toEqual([
      { bbox: { xmin: 0, xmax: 28, ymin: -28, ymax: -0 }, geospatialTypes: [1] },
      { bbox: { xmin: 1, xmax: 48, ymin: -48, ymax: 900 }, geospatialTypes: [1, 2] },
    ]);
    const { statistics } = file.chunk({ rowGroup: 0, column: 'g' }).metaData;
    expect(statistics).toEqual({ nullCount: 3 });
    expect(await file.columnIndex({ rowGroup: 0, column: 'g' })).toBeUndefined();
    expect(statisticsOf(file, 'id')).toEqual([undefined, undefined]);
    expect(await file.statistics({ rowGroup: 0, column: 'g' })).toMatchObject({
      min: undefined,
      nullCount: 3,
      geospatial: { bbox: { xmin: 0, xmax: 28 } },
    });
  });

  test.each([
    ['that is written without statistics', { statistics: false }, points],
    ['with only nulls', {}, [null, null]],
    ['with bytes that are not WKB', {}, [pointOf(1, 2), new Uint8Array(3)]],
  ])('geometry statistics are missing in a column %s', async (_, options, items) => {
    expect(statisticsOf(await written(items, options))).toEqual([undefined]);
  });

  test.each([
    ['without dictionaries', { dictionary: false }],
    ['in pages of few rows', { pageRows: 7 }],
    ['with a dictionary that becomes full', { dictionary: { maxValues: 20 } }],
  ])('geometry statistics do not change if the column is written %s', async (_, options) => {
    expect(statisticsOf(await written(points, options))).toEqual(statisticsOf(await written(points)));
  });

  test('geometry statistics are the same if columns are encoded in workers', async () => {
    const worker = await bundledWorker();
    const pool = worker.pool(2);
    try {
      expect(statisticsOf(await written(points, { parallel: pool }))).toEqual(statisticsOf(await written(points)));
    } finally {
      pool.close();
      worker.remove();
    }
  });

  test('geometries in lists have statistics', async () => {
    const sink = memorySink();
    const writer = await createParquetWriter(sink, { schema: defineSchema({ l: { list: 'GEOGRAPHY' } }) });
    await writer.writeRows([{ l: [pointOf(179, 1), pointOf(-179, 2)] }, { l: [] }, { l: [pointOf(178, 3)] }]);
    await writer.finish();
    expect(statisticsOf(await openParquet(sink.bytes), 'l.list.element')).toEqual([
      { bbox: { xmin: 178, xmax: -179, ymin: 1, ymax: 3 }, geospatialTypes: [1] },
    ]);
  });
});

describe('the geometry statistics of copied columns', () => {
  test('copied columns keep their geometry statistics, unless the target column has another type', async () => {
    const file = await written(points);
    expect(statisticsOf(await copied(file, schema))).toEqual(statisticsOf(file));
    const asBytes = defineSchema({ id: 'INT32', g: { type: 'BYTE_ARRAY', optional: true } });
    expect(statisticsOf(await copied(file, asBytes))).toEqual([undefined]);
  });

  test('copying only some rows keeps the bounding box of the source but not the geometry types', async () => {
    const file = await written(points, { pageRows: 10 });
    const [whole] = statisticsOf(file);
    expect(statisticsOf(await copied(file, schema, [20, 40]))).toEqual([{ bbox: whole?.bbox }]);
  });

  test('`rewrite` writes geometry statistics, and `verify` confirms them', async () => {
    const random = randomOf(4);
    const file = await written(Array.from({ length: 500 }, () => randomWkb(random)));
    const folder = mkdtempSync(join(tmpdir(), 'marquetry-geospatial-'));
    try {
      const [from, to] = [join(folder, 'a.parquet'), join(folder, 'b.parquet')];
      writeFileSync(from, await bytesOf(file));
      expect((await runCli(['rewrite', from, to, '--codec', 'ZSTD'])).code).toBe(0);
      const rewritten = await openParquet(new Uint8Array(readFileSync(to)));
      expect(statisticsOf(rewritten)).toEqual(statisticsOf(file));
      expect(statisticsOf(rewritten)[0]?.geospatialTypes?.length).toBe(28);
      expect((await runCli(['verify', to])).code).toBe(0);
      const { bbox } = statisticsOf(file)[0] ?? {};
      const { stdout } = await runCli(['meta', to]);
      const corner = `x ${bbox?.xmax}, y ${bbox?.ymax}, z ${bbox?.zmax}, m ${bbox?.mmax}`;
      expect(stdout).toContain(corner.slice(0, 20));
      const { rowGroups } = JSON.parse((await runCli(['meta', to, '--json'])).stdout);
      expect(rowGroups[0].columns[1]).toMatchObject({ min: null, geospatial: { bbox } });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test('`rewrite` keeps GeoParquet metadata, and `merge` drops the bounding boxes of the individual files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquetry-geospatial-'));
  try {
    const paths = [1, 2].map((i) => join(folder, `${i}.parquet`));
    for (const [i, path] of paths.entries()) {
      const extent = describeGeometries([pointOf(i, i)]);
      const keyValueMetadata = geoMetadata(schema, { columns: { g: { extent } } });
      writeFileSync(path, await bytesOf(await written([pointOf(i, i)], { keyValueMetadata })));
    }
    const geoOf = async (path: string) => readGeoMetadata(await openParquet(new Uint8Array(readFileSync(path))));
    const to = join(folder, 'to.parquet');
    expect((await runCli(['rewrite', paths[1] as string, to])).code).toBe(0);
    expect(await geoOf(to)).toEqual(await geoOf(paths[1] as string));
    expect((await geoOf(to))?.columns['g']).toEqual({ encoding: 'WKB', geometryTypes: ['Point'], bbox: [1, 1, 1, 1] });
    const merged = join(folder, 'merged.parquet');
    expect((await runCli(['merge', ...paths, merged])).stderr).toBe('');
    expect((await geoOf(merged))?.columns['g']).toEqual({ encoding: 'WKB', geometryTypes: [] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('`cat` on geometry columns', () => {
  const line = wkbOf({
    kind: 2,
    dimensions: 2,
    parts: [
      [1, 2, 3],
      [4, 5, 6],
    ],
  });
  const print = (items: readonly (Uint8Array | null)[], ...args: readonly string[]) => printed(items, {}, args);
  const printed = async (
    items: readonly (Uint8Array | null)[],
    options: Partial<ParquetWriterOptions>,
    args: readonly string[],
  ) => {
    const folder = mkdtempSync(join(tmpdir(), 'marquetry-geospatial-'));
    try {
      const path = join(folder, 'a.parquet');
      writeFileSync(path, await bytesOf(await written(items, options)));
      return await runCli(['cat', path, ...args]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  test.each([
    ['', '{"id":0,"g":"POINT (1 2)"}\n{"id":1,"g":null}\n{"id":2,"g":"LINESTRING M (1 2 3, 4 5 6)"}\n'],
    ['--format csv', 'id,g\n0,POINT (1 2)\n1,\n2,"LINESTRING M (1 2 3, 4 5 6)"\n'],
    [
      '--format ndjson --bytes text',
      '{"id":0,"g":"POINT (1 2)"}\n{"id":1,"g":null}\n{"id":2,"g":"LINESTRING M (1 2 3, 4 5 6)"}\n',
    ],
  ])('`cat` prints geometries as WKT to a pipe with the options "%s"', async (options, text) => {
    const args = options.split(' ').filter((arg) => arg !== '');
    const { stdout, stderr } = await print([pointOf(1, 2), null, line], ...args);
    expect([stderr, stdout]).toEqual(['', text]);
  });

  test.each(['--json', '--format json', '--format ndjson', '--bytes base64'])(
    '`cat` prints geometries as the base64 of their WKB with %s',
    async (options) => {
      const { stdout, stderr } = await print([pointOf(1, 2), null], ...options.split(' '));
      const base64 = Buffer.from(pointOf(1, 2)).toString('base64');
      expect([stderr, stdout]).toEqual(['', `{"id":0,"g":"${base64}"}\n{"id":1,"g":null}\n`]);
    },
  );

  test('`cat --order-by` prints each geometry as WKT, even if a geometry occurs several times', async () => {
    const many = Array.from({ length: 60 }, (_, i) => (i % 3 === 2 ? null : pointOf(i % 3, 0)));
    const { stdout, stderr } = await print(many, '--order-by', 'id desc', '--limit', '60');
    expect(stderr).toBe('');
    const rows = stdout
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(rows).toHaveLength(60);
    for (const { id, g } of rows) expect(g).toBe(id % 3 === 2 ? null : `POINT (${id % 3} 0)`);
  });

  test('`cat` prints byte columns as WKT if GeoParquet metadata names them, unless the metadata is invalid', async () => {
    const bytes = defineSchema({ id: 'INT32', g: { type: 'BYTE_ARRAY', optional: true } });
    const withGeo = (value: string): Partial<ParquetWriterOptions> => ({
      schema: bytes,
      keyValueMetadata: [{ key: 'geo', value }],
    });
    const columns = { g: { encoding: 'WKB', geometry_types: ['Point'] } };
    const valid = JSON.stringify({ version: '1.0.0', primary_column: 'g', columns });
    expect((await printed([pointOf(1, 2)], withGeo(valid), [])).stdout).toBe('{"id":0,"g":"POINT (1 2)"}\n');
    const base64 = `{"id":0,"g":"${Buffer.from(pointOf(1, 2)).toString('base64')}"}\n`;
    expect((await printed([pointOf(1, 2)], withGeo(valid), ['--json', '--bytes', 'base64'])).stdout).toBe(base64);
    for (const invalid of ['{', '{}', valid.replace('"g":', '"h":')]) {
      const { code, stderr, stdout } = await printed([pointOf(1, 2)], withGeo(invalid), []);
      expect([code, stderr, stdout]).toEqual([0, '', base64]);
    }
  });

  test('`cat` suggests --bytes base64 for values that are not WKB', async () => {
    const { code, stderr } = await print([pointOf(1, 2), new Uint8Array(3)]);
    expect(code).not.toBe(0);
    expect(stderr).toContain('the value ends within the header of a geometry: print the bytes with --bytes base64');
  });
});

async function bytesOf(file: ParquetReader): Promise<Uint8Array> {
  return file.source.read(0, file.source.byteLength);
}

const folder = resolve(fileURLToPath(new URL('../../', import.meta.url)), '../shared/parquet-testing/data/geospatial');
const names = existsSync(folder) ? globSync('*.parquet', { cwd: folder }).sort() : [];

describe.runIf(names.length > 0)('geometry statistics of the files of the Apache project', () => {
  test.each(names)('Marquetry computes the same geometry statistics that %s stores', async (name) => {
    const file = await openParquet(join(folder, name));
    const column = 'geometry';
    for (const [rowGroup] of file.metadata.rowGroups.entries()) {
      const stored = file.chunk({ rowGroup, column }).metaData.geospatialStatistics;
      const items: (Uint8Array | null)[] = [];
      for await (const row of file.rows({ columns: [column], rowGroups: [rowGroup] })) items.push(row[column] as never);
      const { annotation } = file.schema.find(column)[0] ?? {};
      const type = annotation?.kind === 'GEOGRAPHY' ? 'GEOGRAPHY' : 'GEOMETRY';
      const ours = await written(items, {
        schema: defineSchema({ id: 'INT32', g: { type, optional: true } }),
      });
      const [found] = statisticsOf(ours);
      expect(found?.geospatialTypes ?? []).toEqual(stored?.geospatialTypes);
      for (const [bound, value] of Object.entries(stored?.bbox ?? {})) {
        // The writer of geography-points.parquet rounded the bounding boxes, so they are wider than the points need.
        expect([bound, found?.bbox?.[bound as 'xmin']]).toEqual([bound, expect.closeTo(value, 12)]);
      }
      expect(Object.keys(found?.bbox ?? {})).toEqual(Object.keys(stored?.bbox ?? {}));
    }
    await file.close();
  });
});
