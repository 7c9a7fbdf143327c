/**
 * Compares the bounding boxes and types of geometries that we compute with those of DuckDB, pyarrow and shapely. The tests that need Python
 * are skipped without it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toArrow } from '@marquetry/arrow';
import {
  describeGeometries,
  geoJsonToWkb,
  geoMetadata,
  readGeoMetadata,
  wkbToGeoJson,
  wkbToWkt,
} from '@marquetry/geospatial';
import type { GeospatialStatistics } from '@marquetry/metadata';
import { pointOf, wkbOf } from '@marquetry/test-support/wkb.js';
import { tableToIPC } from 'apache-arrow';
import { createParquetWriter, defineSchema, memorySink, openParquet, writeParquet } from 'marquetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomOf, randomWkb } from '../geospatial/geometries.js';
import { type Duckdb, openDuckdb } from './judges.js';
import { runOver } from './python-reader.js';
import { python } from './run-pyarrow.js';

let duckdb: Duckdb;
beforeAll(async () => {
  duckdb = await openDuckdb();
});
afterAll(() => duckdb.close());

/** Returns a file of random geometries, some of which are null. */
async function fileOf(seed: number): Promise<Uint8Array> {
  const random = randomOf(seed);
  const sink = memorySink();
  const schema = defineSchema({ g: { type: 'GEOMETRY', optional: true } });
  const writer = await createParquetWriter(sink, { schema, rowGroupRows: 40 });
  await writer.write({ g: Array.from({ length: 130 }, () => (random() < 0.1 ? null : randomWkb(random))) });
  await writer.finish();
  return sink.bytes;
}

type Boxes = readonly GeospatialStatistics['bbox'][];
type Found = readonly (GeospatialStatistics | undefined)[];

async function statisticsOf(bytes: Uint8Array): Promise<Found> {
  const { metadata } = await openParquet(bytes);
  return metadata.rowGroups.map(({ columns: [chunk] }) => chunk?.metaData?.geospatialStatistics);
}

const typeNames = [
  'point',
  'linestring',
  'polygon',
  'multipoint',
  'multilinestring',
  'multipolygon',
  'geometrycollection',
];
const suffixes = ['', '_z', '_m', '_zm'];

/** Converts a row of DuckDB's `parquet_metadata` to our form of the statistics. */
function ofDuckdb([box, types]: readonly unknown[]): GeospatialStatistics {
  const bbox = Object.fromEntries(Object.entries(box as object).filter(([, value]) => value !== null));
  const geospatialTypes = (types as string[]).map((name) => {
    const [, kind = '', suffix = ''] = /^([a-z]+)(_[zm]+)?$/.exec(name) ?? [];
    return 1000 * suffixes.indexOf(suffix) + typeNames.indexOf(kind) + 1;
  });
  return { bbox: bbox as never, geospatialTypes: geospatialTypes.sort((a, b) => a - b) };
}

async function duckdbStatistics(path: string): Promise<Found> {
  const sql = `SELECT geo_bbox, geo_types FROM parquet_metadata('${path}')`;
  return (await duckdb.connection.runAndReadAll(sql)).getRowsJson().map(ofDuckdb);
}

const seeds = [1, 2, 3];

describe('geometry statistics compared with DuckDB', () => {
  test.each(seeds)(
    'DuckDB reads our geometry statistics, and computes the same statistics from our geometries (seed %i)',
    async (seed) => {
      const bytes = await fileOf(seed);
      const ours = await statisticsOf(bytes);
      expect(ours).toHaveLength(4);
      const [from, to] = [join(duckdb.folder, 'ours.parquet'), join(duckdb.folder, 'theirs.parquet')];
      writeFileSync(from, bytes);
      expect(await duckdbStatistics(from)).toEqual(ours);
      // DuckDB's row groups have at least 2048 rows, so it writes only one row group here.
      await duckdb.connection.run(`COPY (FROM '${from}') TO '${to}' (GEOPARQUET_VERSION 'NONE')`);
      const [whole] = await duckdbStatistics(to);
      expect(await statisticsOf(new Uint8Array(readFileSync(to)))).toEqual([whole]);
      expect(joined(ours)).toEqual(whole);
    },
  );
});

describe('our WKT and GeoJSON', () => {
  test.each(seeds)('our WKT and GeoJSON describe the geometries that DuckDB reads (seed %i)', async (seed) => {
    const random = randomOf(seed);
    const rows = Array.from({ length: 200 }, () => {
      const g = randomWkb(random);
      return { g, wkt: wkbToWkt(g), back: geoJsonToWkb(wkbToGeoJson(g)) };
    });
    const sink = memorySink();
    const schema = defineSchema({ g: 'GEOMETRY', wkt: 'STRING', back: 'GEOMETRY' });
    await writeParquet(sink, rows, { schema });
    const path = join(duckdb.folder, 'wkt.parquet');
    writeFileSync(path, sink.bytes);
    const sql = `SELECT count(*)::INTEGER, sum((g::VARCHAR = wkt::GEOMETRY::VARCHAR)::INTEGER)::INTEGER FROM '${path}'`;
    expect((await duckdb.connection.runAndReadAll(sql)).getRowsJson()).toEqual([[200, 200]]);
    // GeoJSON cannot store M values, nor the Z of an empty geometry.
    const flat = `SELECT g::VARCHAR, back::VARCHAR FROM '${path}' WHERE g::VARCHAR NOT SIMILAR TO '.*( Z| M| ZM|EMPTY).*'`;
    const texts = (await duckdb.connection.runAndReadAll(flat)).getRowsJson();
    expect(texts.length).toBeGreaterThan(10);
    for (const [g, back] of texts) expect(back).toBe(g);
  });
});

/** Merges the statistics of all row groups into one. */
function joined(groups: Found): GeospatialStatistics {
  const bbox: Record<string, number> = {};
  for (const [name, value] of groups.flatMap((group) => Object.entries(group?.bbox ?? {}))) {
    const choose = name.endsWith('min') ? Math.min : Math.max;
    bbox[name] = choose(bbox[name] ?? value, value);
  }
  const types = new Set(groups.flatMap((group) => group?.geospatialTypes ?? []));
  return { bbox: bbox as never, geospatialTypes: [...types].sort((a, b) => a - b) };
}

describe.runIf(python !== undefined)('geometry statistics compared with pyarrow and shapely', () => {
  test('pyarrow and shapely read our geometry statistics, and compute the same bounding boxes from our values', async () => {
    const files = await Promise.all(
      seeds.map(async (seed) => ({ name: `${seed}.parquet`, bytes: await fileOf(seed) })),
    );
    const lines = runOver(python ?? '', 'geospatial_statistics.py', files)
      .trim()
      .split('\n');
    expect(lines).toHaveLength(seeds.length);
    for (const [i, { bytes }] of files.entries()) {
      const { stated, found } = JSON.parse(lines[i] ?? '') as { stated: Found; found: Boxes | null };
      const ours = await statisticsOf(bytes);
      expect(stated).toEqual(ours);
      if (found !== null) expect(found).toEqual(ours.map((group) => group?.bbox));
    }
  });

  test('pyarrow and shapely read a bounding box across the antimeridian', async () => {
    const sink = memorySink();
    const writer = await createParquetWriter(sink, { schema: defineSchema({ g: 'GEOGRAPHY' }) });
    await writer.write({ g: [pointOf(179, -17), pointOf(-178, -16)] });
    await writer.finish();
    const files = [{ name: 'antimeridian.parquet', bytes: sink.bytes }];
    const { stated } = JSON.parse(runOver(python ?? '', 'geospatial_statistics.py', files)) as { stated: Found };
    expect(stated).toEqual([{ bbox: { xmin: 179, xmax: -178, ymin: -17, ymax: -16 }, geospatialTypes: [1] }]);
  });
});

const line = {
  kind: 2,
  parts: [
    [-5, 10],
    [7, 20.25],
  ],
};
const places = [pointOf(2.5, 48), null, wkbOf(line)];
const noGeopandas = 'no geopandas here';

describe.runIf(python !== undefined)('GeoParquet files exchanged with geopandas', () => {
  test.for(['GEOMETRY', 'BYTE_ARRAY'] as const)(
    'GeoParquet with %s columns is read by geopandas, and we read what geopandas writes',
    async (type, { skip }) => {
      const extent = describeGeometries(places);
      const schema = defineSchema({ id: 'INT32', place: { type, optional: true } });
      const sink = memorySink();
      const keyValueMetadata = geoMetadata(schema, { columns: { place: { extent } } });
      const writer = await createParquetWriter(sink, { schema, keyValueMetadata });
      await writer.write({ id: Int32Array.of(1, 2, 3), place: places });
      await writer.finish();
      const theirs = join(duckdb.folder, 'geopandas.parquet');
      const files = [{ name: 'ours.parquet', bytes: sink.bytes }];
      const found = JSON.parse(runOver(python ?? '', 'geoparquet.py', files, [theirs]));
      if (found === null) skip(noGeopandas);
      expect(found).toEqual({
        name: 'place',
        crs: ['OGC', 'CRS84'],
        bounds: [-5, 10, 7, 48],
        wkt: ['POINT (2.5 48)', null, 'LINESTRING (-5 10, 7 20.25)'],
      });
      const file = await openParquet(theirs);
      const { version, primaryColumn, columns } = readGeoMetadata(file) ?? {};
      expect([version, primaryColumn]).toEqual(['1.1.0', 'place']);
      expect(columns?.['place']).toMatchObject({
        encoding: 'WKB',
        geometryTypes: ['LineString', 'Point'],
        bbox: [-5, 10, 7, 48],
        crs: { type: 'GeographicCRS' },
        covering: { bbox: { xmin: ['bbox', 'xmin'], ymax: ['bbox', 'ymax'] } },
      });
      await file.close();
    },
  );
});

test.each(['V1', 'V2', 'BOTH', 'NONE'])('we read the GeoParquet metadata that DuckDB writes (%s)', async (version) => {
  const path = join(duckdb.folder, `${version}.parquet`);
  const rows = "SELECT 'POINT Z(1 2 3)'::GEOMETRY g UNION ALL SELECT 'LINESTRING(0 0, 200 300)'::GEOMETRY";
  await duckdb.connection.run(`COPY (${rows}) TO '${path}' (GEOPARQUET_VERSION '${version}')`);
  const file = await openParquet(path);
  const found = readGeoMetadata(file);
  expect(found).toMatchObject({
    version: version === 'V2' || version === 'NONE' ? '2.0.0' : '1.0.0',
    primaryColumn: 'g',
    columns: { g: { encoding: 'WKB', geometryTypes: ['LineString', 'Point Z'] } },
  });
  expect(found?.columns['g']?.bbox).toEqual(version === 'NONE' ? [0, 0, 200, 300] : [0, 0, 3, 200, 300, 3]);
  await file.close();
});

test.runIf(python !== undefined)(
  'geopandas recognizes our Arrow columns by their GeoArrow extension names',
  async ({ skip }) => {
    const sink = memorySink();
    const schema = defineSchema({ place: { type: 'GEOMETRY', optional: true } });
    await writeParquet(
      sink,
      places.map((place) => ({ place })),
      { schema },
    );
    const table = await toArrow(await openParquet(sink.bytes));
    const bytes = tableToIPC(table, 'file');
    const found = JSON.parse(runOver(python ?? '', 'geoarrow.py', [{ name: 'ours.arrow', bytes }]));
    if (found === null) skip(noGeopandas);
    expect(found).toEqual({
      name: 'place',
      crs: ['OGC', 'CRS84'],
      wkt: ['POINT (2.5 48)', null, 'LINESTRING (-5 10, 7 20.25)'],
    });
  },
);
