import { type BytesValues, PhysicalType, type Values } from '@marquetry/core';
import { BoxCheck, createGeometryScan, Extent, planarBox, scanWkb } from '@marquetry/logical/geospatial';
import type { BoundingBox, GeospatialStatistics } from '@marquetry/metadata';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { hex } from '@marquetry/test-support/hex.js';
import { type Parts, pointOf, type TestGeometry, wkbOf } from '@marquetry/test-support/wkb.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

function scan(bytes: Uint8Array, extent: Extent = new Extent()): number {
  return scanWkb(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, bytes.length, extent);
}

function boxOf(geometry: TestGeometry, isLittle?: (i: number) => boolean): BoundingBox | undefined {
  const extent = new Extent();
  scan(wkbOf(geometry, isLittle), extent);
  return planarBox(extent);
}

function valuesOf(items: readonly Uint8Array[]): BytesValues {
  const offsets = new Int32Array(items.length + 1);
  for (const [i, item] of items.entries()) offsets[i + 1] = (offsets[i] as number) + item.length;
  const data = new Uint8Array(offsets[items.length] as number);
  for (const [i, item] of items.entries()) data.set(item, offsets[i]);
  return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: items.length, offsets, data };
}

function statisticsOf(kind: 'GEOMETRY' | 'GEOGRAPHY', items: readonly Uint8Array[]): GeospatialStatistics | undefined {
  const collected = createGeometryScan({ annotation: { kind } });
  collected?.add({ values: valuesOf(items), from: 0, to: items.length });
  return collected?.statistics();
}

const nan = Number.NaN;
const shell = [
  [0, 0],
  [4, 0],
  [4, 3],
  [0, 0],
] as const;
/** One two-dimensional geometry of each kind. Every bounding box but the first spans (0, 0) to (4, 3). */
const kinds: readonly Parts[] = [
  [4, 3],
  shell,
  [shell, [[1, 1]]],
  shell,
  [shell, [[1, 1]]],
  [[shell], [shell, shell]],
  [
    { kind: 3, parts: [shell] },
    { kind: 7, parts: [{ kind: 1, parts: [1, 2] }] },
  ],
];

describe('scanWkb', () => {
  test('scanWkb reads a geometry in the byte layout that the standard defines', () => {
    const point = hex('01 01000000 000000000000f03f 0000000000000040 ffff').subarray(0, 21);
    expect(scan(point)).toBe(1);
    const extent = new Extent();
    expect(scan(hex('00 00000bb9 3ff0000000000000 4000000000000000 4008000000000000 4010000000000000'), extent)).toBe(
      3001,
    );
    expect(planarBox(extent)).toEqual({ xmin: 1, xmax: 1, ymin: 2, ymax: 2, zmin: 3, zmax: 3, mmin: 4, mmax: 4 });
  });

  test.each(kinds.map((parts, i) => [i + 1, parts] as const))('reads kind %i in both byte orders', (kind, parts) => {
    const expected = kind === 1 ? { xmin: 4, xmax: 4, ymin: 3, ymax: 3 } : { xmin: 0, xmax: 4, ymin: 0, ymax: 3 };
    for (const isLittle of [() => true, () => false, (i: number) => i % 2 === 1]) {
      expect(scan(wkbOf({ kind, parts }, isLittle))).toBe(kind);
      expect(boxOf({ kind, parts }, isLittle)).toEqual(expected);
    }
  });

  test.each([
    [1, [1, 2, 3], { zmin: 3, zmax: 3 }],
    [2, [1, 2, 4], { mmin: 4, mmax: 4 }],
    [3, [1, 2, 3, 4], { zmin: 3, zmax: 3, mmin: 4, mmax: 4 }],
  ])('scanWkb reads geometries with the dimension code %i (1: Z, 2: M, 3: both)', (dimensions, parts, more) => {
    expect(boxOf({ kind: 1, dimensions, parts })).toEqual({ xmin: 1, xmax: 1, ymin: 2, ymax: 2, ...more });
    expect(boxOf({ kind: 4, dimensions, parts: [parts, parts] })).toEqual({
      xmin: 1,
      xmax: 1,
      ymin: 2,
      ymax: 2,
      ...more,
    });
  });

  test('scanWkb ignores NaN coordinates and empty geometries', () => {
    expect(boxOf({ kind: 1, parts: [nan, nan] })).toBeUndefined();
    expect(boxOf({ kind: 1, parts: [1, nan] })).toBeUndefined();
    expect(boxOf({ kind: 2, parts: [] })).toBeUndefined();
    expect(
      boxOf({
        kind: 4,
        parts: [
          [1, nan],
          [nan, -2],
        ],
      }),
    ).toEqual({ xmin: 1, xmax: 1, ymin: -2, ymax: -2 });
    expect(boxOf({ kind: 1, dimensions: 1, parts: [1, 2, nan] })).toEqual({ xmin: 1, xmax: 1, ymin: 2, ymax: 2 });
  });

  test.each([
    ['', 'TRUNCATED', 'the value ends within the header of a geometry (WKB, byte 0)'],
    ['01 010000', 'TRUNCATED', 'the header of a geometry'],
    ['02 01000000', 'CORRUPT', 'the byte order must be 0 or 1, got 2'],
    ['01 01000000 00000000', 'TRUNCATED', 'the value ends within a point (WKB, byte 5)'],
    ['01 02000000 ffffffff', 'TRUNCATED', '4294967295 items of at least 16 bytes exceed the remaining 0 bytes'],
    ['01 03000000 01000000 01000000', 'TRUNCATED', '1 items of at least 16 bytes'],
    ['01 07000000 01000000 01', 'TRUNCATED', '1 items of at least 5 bytes'],
    ['01 00000000', 'CORRUPT', '0 is not a WKB geometry type'],
    ['01 12000000', 'CORRUPT', '18 is not a WKB geometry type'],
    ['01 a10f0000', 'CORRUPT', '4001 is not a WKB geometry type'],
    ['01 01000020 e6100000', 'CORRUPT', 'the geometry is EWKB'],
    ['01 01000080', 'CORRUPT', 'the geometry is EWKB'],
    ['01 08000000 00000000', 'UNSUPPORTED', 'geometry type 8 (curve, surface or triangle) is not supported'],
    ['01 02000000 00000000 00', 'CORRUPT', 'the value has extra bytes after its WKB geometry (WKB, byte 9)'],
    ['01 04000000 01000000 01 02000000 00000000', 'CORRUPT', 'every part of this geometry must have type 1, got 2'],
  ])('scanWkb rejects the bytes %s with %s', (bytes, code, message) => {
    const error = thrownBy(() => scan(hex(bytes)));
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(message)]);
  });

  test('scanWkb reads geometries nested 101 levels deep, and rejects deeper nesting', () => {
    const nested = (depth: number): TestGeometry =>
      depth === 0 ? { kind: 1, parts: [1, 2] } : { kind: 7, parts: [nested(depth - 1)] };
    expect(scan(wkbOf(nested(100)))).toBe(7);
    expect(thrownBy(() => scan(wkbOf(nested(101)))).code).toBe('LIMIT');
  });

  test('scanWkb rejects truncated geometries, and returns a geometry type or throws a ParquetError for any other bytes', () => {
    for (const [i, parts] of kinds.entries()) {
      const whole = wkbOf({ kind: i + 1, parts });
      for (let end = 0; end < whole.length; end++)
        expect(thrownBy(() => scan(whole.subarray(0, end))).code).toBe('TRUNCATED');
      for (let bit = 0; bit < 8 * whole.length; bit++) {
        const bytes = whole.slice();
        bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
        typeOrCode(bytes);
      }
    }
    fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => void typeOrCode(bytes)));
  });
});

function typeOrCode(bytes: Uint8Array): void {
  try {
    expect(scan(bytes) % 1000).toBeLessThanOrEqual(7);
  } catch (error) {
    expect(
      thrownBy(() => {
        throw error;
      }).code,
    ).toMatch(/^(TRUNCATED|CORRUPT|UNSUPPORTED|LIMIT)$/);
  }
}

describe('createGeometryScan', () => {
  test('createGeometryScan lists each geometry type once, in ascending order', () => {
    const items = [pointOf(1, 2, 3), wkbOf({ kind: 3, parts: [shell] }), pointOf(-1, 5), pointOf(0, 0)];
    expect(statisticsOf('GEOMETRY', items)).toEqual({
      bbox: { xmin: -1, xmax: 4, ymin: 0, ymax: 5, zmin: 3, zmax: 3 },
      geospatialTypes: [1, 3, 1001],
    });
  });

  test('createGeometryScan returns no statistics if there are no values or if a value is not WKB, and no bounding box if there are no coordinates', () => {
    expect(statisticsOf('GEOMETRY', [])).toBeUndefined();
    expect(statisticsOf('GEOMETRY', [pointOf(1, 2), hex('00')])).toBeUndefined();
    expect(statisticsOf('GEOMETRY', [pointOf(nan, nan)])).toEqual({ geospatialTypes: [1] });
    expect(createGeometryScan({ annotation: { kind: 'JSON' } })).toBeUndefined();
  });

  test.each([
    [
      'on both sides of the antimeridian',
      [
        [179, -17],
        [-178, -16],
      ],
      { xmin: 179, xmax: -178, ymin: -17, ymax: -16 },
    ],
    [
      'on both sides of the meridian 0',
      [
        [-5, 1],
        [7, 2],
      ],
      { xmin: -5, xmax: 7, ymin: 1, ymax: 2 },
    ],
    [
      'around the globe',
      [
        [-170, 0],
        [-10, 0],
        [10, 0],
        [170, 0],
      ],
      { xmin: -170, xmax: 170, ymin: 0, ymax: 0 },
    ],
    [
      'half of the globe apart',
      [
        [-90, 0],
        [90, 0],
      ],
      { xmin: -90, xmax: 90, ymin: 0, ymax: 0 },
    ],
    [
      'only in the west',
      [
        [-170, 0],
        [-2, 0],
      ],
      { xmin: -170, xmax: -2, ymin: 0, ymax: 0 },
    ],
    [
      'only in the east',
      [
        [170, 0],
        [0, 0],
      ],
      { xmin: 0, xmax: 170, ymin: 0, ymax: 0 },
    ],
    [
      'beyond 180 degrees',
      [
        [181, 0],
        [1, 0],
      ],
      undefined,
    ],
    [
      'beyond a pole',
      [
        [1, 90.5],
        [1, 0],
      ],
      undefined,
    ],
  ])('GEOGRAPHY points %s have the expected bounding box', (_, points, bbox) => {
    const items = points.map(([x = 0, y = 0]) => pointOf(x, y));
    expect(statisticsOf('GEOGRAPHY', items)?.bbox).toEqual(bbox);
  });

  test('the bounding box of a GEOMETRY never crosses the antimeridian', () => {
    const items = [pointOf(179, 0), pointOf(-179, 0)];
    expect(statisticsOf('GEOMETRY', items)?.bbox).toEqual({ xmin: -179, xmax: 179, ymin: 0, ymax: 0 });
  });

  test('the statistics of a GEOGRAPHY column that contains a line have no bounding box, because an edge may leave the box around its end points', () => {
    const items = [
      pointOf(1, 2),
      wkbOf({
        kind: 2,
        parts: [
          [-90, 45],
          [90, 45],
        ],
      }),
    ];
    expect(statisticsOf('GEOGRAPHY', items)).toEqual({ geospatialTypes: [1, 2] });
    const empty = [pointOf(1, 2), wkbOf({ kind: 2, parts: [] })];
    expect(statisticsOf('GEOGRAPHY', empty)?.bbox).toEqual({ xmin: 1, xmax: 1, ymin: 2, ymax: 2 });
  });

  test('the bounding box ignores dictionary entries that no added value refers to', () => {
    const dictionary = valuesOf([pointOf(100, 100), pointOf(1, 2), pointOf(3, 4)]);
    const indices = Int32Array.of(2, 1, 1, 2, 0);
    const values: Values = { layout: 'dictionary', type: PhysicalType.BYTE_ARRAY, length: 5, indices, dictionary };
    const collected = createGeometryScan({ annotation: { kind: 'GEOMETRY' } });
    collected?.add({ values, from: 0, to: 4 });
    expect(collected?.statistics()?.bbox).toEqual({ xmin: 1, xmax: 3, ymin: 2, ymax: 4 });
  });

  test('every bounding box contains the points from which it was computed', () => {
    const degrees = fc.double({ min: -180, max: 180, noNaN: true });
    const point = fc.tuple(
      degrees,
      degrees.map((y) => y / 2),
    );
    fc.assert(
      fc.property(fc.constantFrom('GEOMETRY', 'GEOGRAPHY'), fc.array(point, { minLength: 1 }), (kind, points) => {
        const bbox = statisticsOf(
          kind,
          points.map((at) => pointOf(...at)),
        )?.bbox;
        if (bbox === undefined) throw new Error('there is no box');
        const check = new BoxCheck(bbox);
        for (const [x, y] of points) check.addPosition(x, y);
        expect(check.outside).toBeUndefined();
      }),
    );
  });
});

describe('BoxCheck', () => {
  const box = { xmin: 170, xmax: -170, ymin: 0, ymax: 1, zmin: 5, zmax: 6 };
  test.each([
    [175, 0, 5, undefined],
    [-175, 1, 6, undefined],
    [170, nan, nan, undefined],
    [nan, nan, nan, undefined],
    [0, 0, 5, 'x = 0'],
    [169, 0, 5, 'x = 169'],
    [175, 2, 5, 'y = 2'],
    [175, 0, 7, 'z = 7'],
  ])(
    'BoxCheck detects whether the point (%d, %d, %d) is outside a bounding box that crosses the antimeridian',
    (x, y, z, outside) => {
      const check = new BoxCheck(box);
      check.addPosition(x, y);
      check.addZ(z);
      check.addM(1e9);
      expect(check.outside).toBe(outside);
    },
  );
});
