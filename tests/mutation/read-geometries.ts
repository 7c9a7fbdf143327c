/** Converts the geometries of a file. Their WKB may be broken where no checksum covers it. */
import { describeGeometries, geoJsonToWkb, readGeoMetadata, wkbToGeoJson, wkbToWkt } from '@marquetry/geospatial';
import { isParquetError, type openParquet } from 'marquetry';

type File = Awaited<ReturnType<typeof openParquet>>;
type Require = (holds: boolean, what: string) => void;

/** Values converted per column and batch. */
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

/** All conversions accept the same bytes, and agree about the type. */
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
    (wkt === undefined) === (facts === undefined), 'WKB of which only some conversions are errors');
  if (typeof wkt !== 'string') return;
  require(wkt.split(' ')[0] === String(type).toUpperCase(), `the WKT ${wkt.slice(0, 40)} of a ${type}`);
  const geometry = wkbToGeoJson(wkb);
  const again = attempt(() => geoJsonToWkb(geometry));
  if (again !== undefined)
    require(JSON.stringify(wkbToGeoJson(again)) === JSON.stringify(geometry), 'another GeoJSON after a round trip');
}

/** Positions of a collection may have different dimensions in WKB, but not in what `geoJsonToWkb` accepts. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (isParquetError(error) && error.code === 'INVALID_ARGUMENT') return undefined;
    throw error;
  }
}
