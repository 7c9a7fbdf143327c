/** Files of geometries of every kind and all dimensions: with dictionaries, in lists, and with GeoParquet metadata. */
import { geoMetadata } from '@marquetry/geospatial';
import { pointOf } from '@marquetry/test-support/wkb.js';
import { type FieldDefinitions, memorySink, type ParquetWriterOptions, writeParquet } from 'marquetry';
import { randomOf, randomWkb } from '../geospatial/geometries.js';

export async function geometryFiles(): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]> {
  const random = randomOf(14);
  const geometries = Array.from({ length: 40 }, () => randomWkb(random));
  const files: { readonly name: string; readonly bytes: Uint8Array }[] = [];
  const add = async (
    name: string,
    schema: FieldDefinitions,
    rows: readonly object[],
    options: Partial<ParquetWriterOptions> = {},
  ): Promise<void> => {
    const sink = memorySink();
    await writeParquet(sink, rows as never, { schema, checksums: false, ...options } as never);
    files.push({ name: `geometry/${name}`, bytes: new Uint8Array(sink.bytes) });
  };
  const schema: FieldDefinitions = { g: { type: 'GEOMETRY', optional: true } };
  const rows = geometries.map((g, i) => ({ g: i % 7 === 3 ? null : g }));
  await add('plain', schema, rows, { dictionary: false, keyValueMetadata: geoMetadata(schema) });
  await add(
    'dictionary',
    { g: 'GEOMETRY' },
    rows.map((_, i) => ({ g: geometries[i % 5] })),
  );
  const globe = { l: { list: 'GEOGRAPHY' } } as const;
  await add('list', globe, [{ l: [pointOf(179, 1), pointOf(-179, 2, 3)] }, { l: [] }, { l: geometries.slice(0, 4) }]);
  return files;
}
