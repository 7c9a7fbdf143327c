/** Converts the geometries in rows with the functions of `@marquetry/geospatial`. */
import { geoJsonOf, wktOf } from '@marquetry/geospatial';
import { errorOf } from '@marquetry/test-support/errors.js';
import { pointOf } from '@marquetry/test-support/wkb.js';
import { defineSchema, memorySink, openParquet, writeParquet } from 'marquetry';
import { describe, expect, test } from 'vitest';

const schema = defineSchema({ g: { type: 'GEOMETRY', optional: true }, l: { list: 'GEOMETRY' } });

async function fileOf(rows: readonly { g: Uint8Array | null; l: Uint8Array[] }[], dictionary: boolean) {
  const sink = memorySink();
  await writeParquet(sink, rows, { schema, dictionary });
  return openParquet(sink.bytes);
}

async function rowsOf(file: Awaited<ReturnType<typeof openParquet>>, options: object): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const row of file.rows(options)) all.push(row);
  return all;
}

describe.each([true, false])('geometry columns with `dictionary: %s`', (dictionary) => {
  const rows = [
    { g: null, l: [] },
    { g: pointOf(1, 2, 3), l: [pointOf(4, 5)] },
    { g: pointOf(1, 2, 3), l: [] },
  ];

  test('`as` converts geometries, and null geometries stay null', async () => {
    const file = await fileOf(rows, dictionary);
    const point = { type: 'Point', coordinates: [1, 2, 3] };
    expect(await rowsOf(file, { as: { g: geoJsonOf, l: wktOf } })).toEqual([
      { g: null, l: [] },
      { g: point, l: ['POINT (4 5)'] },
      { g: point, l: [] },
    ]);
  });

  test('a value that is not WKB causes an error that names the column', async () => {
    const file = await fileOf([...rows, { g: new Uint8Array(3), l: [] }], dictionary);
    expect(await errorOf(() => rowsOf(file, { as: { g: geoJsonOf } }))).toMatchObject({
      code: 'TRUNCATED',
      at: { column: 'g' },
    });
  });
});
