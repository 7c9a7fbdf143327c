/** Converts the geometries of a mutant. Their WKB may be broken if no checksum covers it. */
import { describeGeometries, geoJsonToWkb, readGeoMetadata, wkbToGeoJson, wkbToWkt } from '@marquetry/geospatial';
import { isParquetError, type openParquet } from 'marquetry';

type File = Awaited<ReturnType<typeof openParquet>>;
type Require = (holds: boolean, what: string) => void;

/** Maximum number of values to convert per column and batch. */
const mostValues = 60;

export async function readGeometries(file: File, require: Require): Promise<void> {
  const leaves = file.schema.leaves.filter(({ annotation }) => /^GEO(METRY|GRAPHY)$/.test(annotation?.kind ?? ''));
  if (leaves.length === 0) return;
  for await (const batch of file.columnBatches({ columns: leaves, decodeDictionaries: true })) {
    for (const { values } of Object.values(batch)) {
      if (values.layout !== 'bytes') continue;
      const { data, offsets, length } = values;
      for (let i = 0; i < Math.min(length, mostValues); i++) {
        convert(data.subarray(offsets[i] as number, offsets[i + 1] as number), require);
      }
    }
  }
  readGeoMetadata(file);
}

/** Checks that all conversions accept the same WKB and agree about the geometry's type. */
function convert(wkb: Uint8Array, require: Require): void {
  const results = [() => wkbToWkt(wkb), () => wkbToGeoJson(wkb).type, () => describeGeometries([wkb])].map((action) => {
    try {
      return action();
    } catch (error) {
      if (!isParquetError(error) || error.code === 'INVALID_ARGUMENT') throw error;
      return undefined;
    }
  });
  const [wkt, type, facts] = results;
  require((wkt === undefined) === (type === undefined) &&
    (wkt === undefined) === (facts === undefined), 'only some of the conversions reject the WKB');
  if (typeof wkt !== 'string') return;
  require(wkt.split(' ')[0] === String(type).toUpperCase(), `the WKT ${wkt.slice(0, 40)} is not of type ${type}`);
  const geometry = wkbToGeoJson(wkb);
  const again = attempt(() => geoJsonToWkb(geometry));
  if (again !== undefined)
    require(JSON.stringify(wkbToGeoJson(again)) ===
      JSON.stringify(geometry), 'the GeoJSON is different after a round trip');
}

/**
 * Returns the result of `action`, or `undefined` if it throws. `geoJsonToWkb` rejects collections whose positions differ in their number of
 * dimensions, although WKB allows them.
 */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (isParquetError(error) && error.code === 'INVALID_ARGUMENT') return undefined;
    throw error;
  }
}
