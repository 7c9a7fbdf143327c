import { describeGeometries, type GeoJsonGeometry, geoJsonToWkb, wkbToGeoJson, wkbToWkt } from '@marquetry/geospatial';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { hex } from '@marquetry/test-support/hex.js';
import { pointOf, type TestGeometry, wkbOf } from '@marquetry/test-support/wkb.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const nan = Number.NaN;
const ring = [
  [0, 0],
  [4, 0],
  [4, 3],
  [0, 0],
];

const cases: readonly [wkt: string, geometry: TestGeometry, geoJson: GeoJsonGeometry][] = [
  ['POINT (1.5 -2)', { kind: 1, parts: [1.5, -2] }, { type: 'Point', coordinates: [1.5, -2] }],
  [
    'LINESTRING (0 0, 1 2)',
    {
      kind: 2,
      parts: [
        [0, 0],
        [1, 2],
      ],
    },
    {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 2],
      ],
    },
  ],
  ['POLYGON ((0 0, 4 0, 4 3, 0 0))', { kind: 3, parts: [ring] }, { type: 'Polygon', coordinates: [ring] }],
  [
    'MULTIPOINT ((1 2), (3 4))',
    {
      kind: 4,
      parts: [
        [1, 2],
        [3, 4],
      ],
    },
    {
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
  [
    'MULTILINESTRING ((0 0, 1 2), EMPTY)',
    {
      kind: 5,
      parts: [
        [
          [0, 0],
          [1, 2],
        ],
        [],
      ],
    },
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [0, 0],
          [1, 2],
        ],
        [],
      ],
    },
  ],
  [
    'MULTIPOLYGON (((0 0, 4 0, 4 3, 0 0)), EMPTY)',
    { kind: 6, parts: [[ring], []] },
    { type: 'MultiPolygon', coordinates: [[ring], []] },
  ],
  [
    'GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION EMPTY)',
    {
      kind: 7,
      parts: [
        { kind: 1, parts: [1, 2] },
        { kind: 7, parts: [] },
      ],
    },
    {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [1, 2] },
        { type: 'GeometryCollection', geometries: [] },
      ],
    },
  ],
  ['POINT Z (1 2 3)', { kind: 1, dimensions: 1, parts: [1, 2, 3] }, { type: 'Point', coordinates: [1, 2, 3] }],
  ['POINT EMPTY', { kind: 1, parts: [nan, nan] }, { type: 'Point', coordinates: [] }],
  [
    'MULTIPOINT (EMPTY, (1 2))',
    {
      kind: 4,
      parts: [
        [nan, nan],
        [1, 2],
      ],
    },
    { type: 'MultiPoint', coordinates: [[], [1, 2]] },
  ],
  ['LINESTRING EMPTY', { kind: 2, parts: [] }, { type: 'LineString', coordinates: [] }],
  ['POLYGON EMPTY', { kind: 3, parts: [] }, { type: 'Polygon', coordinates: [] }],
];

describe('conversion of WKB to and from WKT and GeoJSON', () => {
  test.each(cases)('the WKB of %s is converted to WKT, and to GeoJSON and back', (wkt, geometry, geoJson) => {
    const wkb = wkbOf(geometry);
    expect(wkbToWkt(wkb)).toBe(wkt);
    expect(wkbToGeoJson(wkb)).toEqual(geoJson);
    expect(geoJsonToWkb(geoJson)).toEqual(wkb);
    expect(wkbToWkt(wkbOf(geometry, () => false))).toBe(wkt);
  });

  test.each([
    ['POINT M (1 2 3)', { kind: 1, dimensions: 2, parts: [1, 2, 3] }, [1, 2]],
    ['POINT M (NaN NaN 3)', { kind: 1, dimensions: 2, parts: [nan, nan, 3] }, []],
    ['POINT ZM (1 2 3 4)', { kind: 1, dimensions: 3, parts: [1, 2, 3, 4] }, [1, 2, 3]],
    [
      'LINESTRING ZM (1 2 3 4, 5 6 7 8)',
      {
        kind: 2,
        dimensions: 3,
        parts: [
          [1, 2, 3, 4],
          [5, 6, 7, 8],
        ],
      },
      [
        [1, 2, 3],
        [5, 6, 7],
      ],
    ],
  ])('the WKB of %s is converted to WKT with M, and to GeoJSON without M', (wkt, geometry, coordinates) => {
    expect(wkbToWkt(wkbOf(geometry))).toBe(wkt);
    expect(wkbToGeoJson(wkbOf(geometry))).toMatchObject({ coordinates });
  });

  test('wkbToWkt writes numbers with all their digits, and writes -0 and NaN', () => {
    expect(wkbToWkt(pointOf(0.1 + 0.2, -0))).toBe('POINT (0.30000000000000004 -0)');
    expect(
      wkbToWkt(
        wkbOf({
          kind: 2,
          parts: [
            [nan, nan],
            [1e21, 5e-324],
          ],
        }),
      ),
    ).toBe('LINESTRING (NaN NaN, 1e+21 5e-324)');
  });

  test.each([
    ['01 01000020 e6100000', 'CORRUPT', 'the geometry is EWKB'],
    ['01 02000000 ffffffff', 'TRUNCATED', '4294967295 items'],
    ['01 08000000 00000000', 'UNSUPPORTED', 'curve, surface or triangle'],
    ['', 'TRUNCATED', 'the header of a geometry'],
  ])('the WKB bytes "%s" are rejected with %s', (bytes, code, message) => {
    for (const convert of [wkbToGeoJson, wkbToWkt]) {
      expect(thrownBy(() => convert(hex(bytes)))).toMatchObject({ code, message: expect.stringContaining(message) });
    }
  });

  test('any sequence of bytes is either converted to a geometry or rejected with a ParquetError', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      fc.tuple(fc.constantFrom(...cases), fc.nat(), fc.nat(255)).map(([[, geometry], place, byte]) => {
        const wkb = wkbOf(geometry);
        wkb[place % wkb.length] = byte;
        return wkb;
      }),
    );
    fc.assert(
      fc.property(bytes, (wkb) => {
        let text: string;
        try {
          text = wkbToWkt(wkb);
        } catch (error) {
          expect(thrownBy(() => wkbToGeoJson(wkb)).message).toBe((error as Error).message);
          return;
        }
        expect(text).toMatch(/^(POINT|LINESTRING|POLYGON|MULTI|GEOMETRYCOLLECTION)/);
        expect(wkbToGeoJson(wkb).type.toUpperCase()).toBe(text.split(' ')[0]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('geoJsonToWkb', () => {
  const point = { type: 'Point', coordinates: [1, 2] };
  let deep: object = point;
  for (let i = 0; i < 101; i++) deep = { type: 'GeometryCollection', geometries: [deep] };
  test.each([
    [null, 'INVALID_ARGUMENT', '`geometry` is not a GeoJSON geometry: `type` must be one of Point,'],
    [
      { type: 'Feature', geometry: point },
      'INVALID_ARGUMENT',
      '`geometry` is a GeoJSON Feature, not a geometry: pass its property `geometry`',
    ],
    [{ type: 'Point' }, 'INVALID_ARGUMENT', '`geometry.coordinates` must be an array'],
    [{ type: 'Point', coordinates: [1] }, 'INVALID_ARGUMENT', '`geometry.coordinates` must have 2 or 3 numbers, got 1'],
    [
      { type: 'Point', coordinates: [1, '2'] },
      'INVALID_ARGUMENT',
      '`geometry.coordinates[1]` must be a number, got string',
    ],
    [{ type: 'Point', coordinates: new Array(2) }, 'INVALID_ARGUMENT', 'must be a number, got undefined'],
    [
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [1, 2, 3],
        ],
      },
      'INVALID_ARGUMENT',
      '`geometry.coordinates[1]` has 3 numbers, but other positions have 2',
    ],
    [{ type: 'LineString', coordinates: [[]] }, 'INVALID_ARGUMENT', 'must have 2 or 3 numbers, got 0'],
    [{ type: 'GeometryCollection', geometries: [point, 1] }, 'INVALID_ARGUMENT', '`geometry.geometries[1]` is not'],
    [{ type: 'GeometryCollection' }, 'INVALID_ARGUMENT', '`geometry.geometries` must be an array'],
    [deep, 'LIMIT', 'geometries must not be nested deeper than 100 levels'],
  ])('geoJsonToWkb rejects %j', (geometry, code, message) => {
    const error = thrownBy(() => geoJsonToWkb(geometry as never));
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(message)]);
  });

  test('geoJsonToWkb writes an empty point of a MultiPoint with the dimensions of the other points', () => {
    const geometry: GeoJsonGeometry = { type: 'MultiPoint', coordinates: [[], [1, 2, 3]] };
    expect(wkbToWkt(geoJsonToWkb(geometry))).toBe('MULTIPOINT Z (EMPTY, (1 2 3))');
  });
});

describe('describeGeometries', () => {
  test('describeGeometries returns the bounding box and the geometry types, and skips nulls', () => {
    const geometries = [pointOf(1, 2, 3), null, wkbOf({ kind: 2, parts: [[-5, 6]] }), undefined];
    expect(describeGeometries(geometries)).toEqual({
      bbox: { xmin: -5, xmax: 1, ymin: 2, ymax: 6, zmin: 3, zmax: 3 },
      geospatialTypes: [2, 1001],
    });
    expect(describeGeometries([])).toEqual({ geospatialTypes: [] });
  });

  test('describeGeometries rejects a geometry that is not valid WKB, with an error that contains its index', () => {
    expect(thrownBy(() => describeGeometries([pointOf(1, 2), hex('05')]))).toMatchObject({
      code: 'TRUNCATED',
      at: { row: 1, offset: 0 },
    });
  });
});
