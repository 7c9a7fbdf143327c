import { describeGeometries, geoMetadata, readGeoMetadata } from '@marquetry/geospatial';
import { defineSchema, type Schema } from '@marquetry/schema';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { pointOf } from '@marquetry/test-support/wkb.js';
import { describe, expect, test } from 'vitest';

const schema = defineSchema({ id: 'INT32', g: 'BYTE_ARRAY', l: { list: 'BYTE_ARRAY' } });

function read(geo: unknown, of: Schema = schema) {
  const value = typeof geo === 'string' ? geo : JSON.stringify(geo);
  return readGeoMetadata({ schema: of, metadata: { keyValueMetadata: [{ key: 'geo', value }], rowGroups: [] } });
}

const column = { encoding: 'WKB', geometry_types: ['Point', 'Polygon Z'] };
const geo = { version: '1.1.0', primary_column: 'g', columns: { g: column } };
const withColumn = (fields: object) => ({ ...geo, columns: { g: { ...column, ...fields } } });

describe('readGeoMetadata', () => {
  test('readGeoMetadata returns all known fields, and ignores unknown fields', () => {
    const fields = {
      crs: { type: 'GeographicCRS' },
      orientation: 'counterclockwise',
      edges: 'spherical',
      bbox: [170, -10, -170, 10],
      epoch: 2021.5,
    };
    const covering = { bbox: { xmin: ['b', 'xmin'], ymin: ['b', 'ymin'], xmax: ['b', 'xmax'], ymax: ['b', 'ymax'] } };
    expect(read({ ...withColumn({ ...fields, covering, other: 1 }), creator: 'x' })).toEqual({
      version: '1.1.0',
      primaryColumn: 'g',
      columns: { g: { encoding: 'WKB', geometryTypes: ['Point', 'Polygon Z'], ...fields, covering } },
    });
    expect(read({ ...withColumn({ crs: null }), version: '1.0.0' })?.columns['g']?.crs).toBeNull();
  });

  test.each<[unknown, string, string]>([
    ['{', 'CORRUPT', 'the value of `geo` is not JSON'],
    ['[]', 'CORRUPT', '`geo` must be an object'],
    [{ ...geo, version: 1 }, 'CORRUPT', '`version` must be a string'],
    [{ ...geo, version: '0.4.0' }, 'UNSUPPORTED', 'the GeoParquet version must be 1 or 2, got 0.4.0'],
    [{ ...geo, columns: [] }, 'CORRUPT', '`columns` must be an object'],
    [{ ...geo, primary_column: 'h' }, 'CORRUPT', "`primary_column` must be one of the columns, got 'h'"],
    [{ ...geo, columns: { g: column, h: column } }, 'CORRUPT', '`columns.h` is not a column of the schema'],
    [{ ...geo, columns: { g: column, id: column } }, 'CORRUPT', '`columns.id` must be a BYTE_ARRAY column'],
    [{ ...geo, columns: { g: column, l: column } }, 'CORRUPT', '`columns.l` must be a BYTE_ARRAY column'],
    [withColumn({ encoding: 'WKT' }), 'CORRUPT', '`columns.g.encoding` must be WKB or one of point, linestring'],
    [withColumn({ geometry_types: undefined }), 'CORRUPT', '`columns.g.geometry_types` must be an array'],
    [withColumn({ geometry_types: ['Circle'] }), 'CORRUPT', "has the unknown type 'Circle'"],
    [withColumn({ geometry_types: ['Point', 'Point'] }), 'CORRUPT', 'must not repeat a type'],
    [withColumn({ crs: 'EPSG:4326' }), 'CORRUPT', '`columns.g.crs` must be an object'],
    [withColumn({ orientation: 'clockwise' }), 'CORRUPT', "must be 'counterclockwise', got 'clockwise'"],
    [withColumn({ edges: 'round' }), 'CORRUPT', '`columns.g.edges` must be planar or one of spherical,'],
    [withColumn({ bbox: [1, 2, 3] }), 'CORRUPT', '`columns.g.bbox` must have 4, 6 or 8 numbers'],
    [withColumn({ bbox: [0, 5, 1, 4] }), 'CORRUPT', '`columns.g.bbox` has minimum 5 above maximum 4'],
    [withColumn({ epoch: 'now' }), 'CORRUPT', '`columns.g.epoch` must be a number'],
    [withColumn({ covering: { bbox: { xmin: 'x' } } }), 'CORRUPT', '`columns.g.covering.bbox.xmin` must be a path'],
  ])('readGeoMetadata rejects the metadata %j with %s', (value, code, message) => {
    const error = thrownBy(() => read(value));
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(message)]);
  });

  test('readGeoMetadata accepts a column in a GeoArrow encoding, even if the column is a list', () => {
    expect(read({ ...geo, primary_column: 'l', columns: { l: { ...column, encoding: 'linestring' } } })).toMatchObject({
      columns: { l: { encoding: 'linestring' } },
    });
  });

  test('readGeoMetadata describes GEOMETRY and GEOGRAPHY columns of a file without the key `geo`', () => {
    const native = defineSchema({
      a: { type: 'GEOGRAPHY', algorithm: 4 },
      b: { type: 'GEOMETRY', crs: '{"type":"ProjectedCRS"}' },
      c: { type: 'GEOMETRY', crs: 'EPSG:3857' },
      d: { type: 'GEOMETRY', crs: 'projjson:mine' },
      e: { list: 'GEOMETRY' },
    });
    const keyValueMetadata = [{ key: 'mine', value: '{"type":"GeographicCRS"}' }];
    const found = readGeoMetadata({ schema: native, metadata: { keyValueMetadata, rowGroups: [] } });
    const plain = { encoding: 'WKB', geometryTypes: [] };
    expect(found).toEqual({
      version: '2.0.0',
      primaryColumn: 'a',
      columns: {
        a: { ...plain, edges: 'karney' },
        b: { ...plain, crs: { type: 'ProjectedCRS' } },
        c: { ...plain, crs: null },
        d: { ...plain, crs: { type: 'GeographicCRS' } },
      },
    });
    expect(readGeoMetadata({ schema, metadata: { rowGroups: [] } })).toBeUndefined();
  });
});

describe('geoMetadata', () => {
  const native = defineSchema({ a: 'GEOMETRY', b: { type: 'GEOGRAPHY', optional: true } });

  test('geoMetadata describes the GEOMETRY and GEOGRAPHY columns of a schema', () => {
    const extent = describeGeometries([pointOf(1, 2, 3), pointOf(-5, 6, 0)]);
    const { geo: text } = geoMetadata(native, { columns: { a: { extent, orientation: 'counterclockwise' } } });
    expect(JSON.parse(text)).toEqual({
      version: '1.1.0',
      primary_column: 'a',
      columns: {
        a: {
          encoding: 'WKB',
          geometry_types: ['Point Z'],
          bbox: [-5, 2, 0, 1, 6, 3],
          orientation: 'counterclockwise',
        },
        b: { encoding: 'WKB', geometry_types: [], edges: 'spherical' },
      },
    });
    expect(read(text, native)?.columns['a']?.bbox).toEqual([-5, 2, 0, 1, 6, 3]);
  });

  test('geoMetadata includes BYTE_ARRAY columns that are listed in the `columns` option', () => {
    const { geo: text } = geoMetadata({ g: 'BYTE_ARRAY' }, { version: '1.0.0', columns: { g: { crs: null } } });
    expect(read(text)).toMatchObject({ version: '1.0.0', columns: { g: { crs: null } } });
  });

  test.each([
    [schema, {}, 'the schema has no GEOMETRY or GEOGRAPHY column: list WKB columns in `columns`'],
    [schema, { version: '2.0.0', columns: { g: {} } }, 'GeoParquet 2 requires type GEOMETRY or GEOGRAPHY'],
    [native, { primaryColumn: 'id' }, '`primary_column` must be one of the columns'],
    [native, { columns: { z: {} } }, '`columns.z` is not a column of the schema'],
    [
      defineSchema({ g: { type: 'GEOMETRY', crs: 'EPSG:3857' } }),
      {},
      'the reference system is not PROJJSON: pass PROJJSON as `crs`',
    ],
  ])('geoMetadata rejects options that contradict the schema (case %#)', (of, options, message) => {
    const error = thrownBy(() => geoMetadata(of, options));
    expect([error.code, error.message]).toEqual(['INVALID_ARGUMENT', expect.stringContaining(message)]);
  });
});
