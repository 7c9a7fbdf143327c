/** Creates the GeoParquet metadata for a file that is about to be written. */
import { ParquetError } from '@marquetry/core';
import type { BoundingBox, GeospatialStatistics } from '@marquetry/metadata';
import { defineSchema, type FieldDefinitions, type Schema } from '@marquetry/schema';
import { checkGeoMetadata } from './check.js';
import type { GeoColumn, GeoEdges } from './geo-metadata.js';
import { crsOf, edgesOf, geometryColumns, typeNameOf } from './read.js';

/** The metadata to write for a column. Fields that are absent are derived from the schema if possible. */
export interface GeoColumnOptions {
  /** The bounding box and the geometry types of all rows, as returned by `describeGeometries`. Default: unknown. */
  readonly extent?: GeospatialStatistics;
  /**
   * The coordinate reference system as a PROJJSON object; null if it is unknown. Default: the reference system in the
   * schema, otherwise OGC:CRS84.
   */
  readonly crs?: object | null;
  readonly orientation?: 'counterclockwise';
  readonly edges?: GeoEdges;
  readonly epoch?: number;
  /** The columns that store a bounding box per row (GeoParquet 1.1). The caller writes these columns. */
  readonly covering?: GeoColumn['covering'];
}

/** Options for {@link geoMetadata}. */
export interface GeoMetadataOptions {
  /**
   * The GeoParquet version. Default: `1.1.0`, which most readers support, and which can also describe GEOMETRY columns.
   */
  readonly version?: string;
  /** The name of the primary geometry column. Default: the first geometry column. */
  readonly primaryColumn?: string;
  /**
   * The metadata of columns, by column name. A BYTE_ARRAY column that contains WKB, but has no GEOMETRY or GEOGRAPHY
   * annotation, is described only if it is listed in this option.
   */
  readonly columns?: Readonly<Record<string, GeoColumnOptions>>;
}

/**
 * Returns GeoParquet metadata to pass as the `keyValueMetadata` option of a writer: `{ geo: '...' }`.
 * @param schema The argument or the result of `defineSchema`, or the schema of a file.
 * @throws ParquetError INVALID_ARGUMENT if the schema has no geometry column, if the options contradict the schema, or
 * if a reference system is not PROJJSON.
 */
export function geoMetadata(schema: Schema | FieldDefinitions, options: GeoMetadataOptions = {}): { geo: string } {
  const { version = '1.1.0', columns: given = {} } = options;
  const known = isSchema(schema) ? schema : defineSchema(schema);
  const native = new Map(geometryColumns(known).map((leaf) => [leaf.name, leaf]));
  const names = new Set([...native.keys(), ...Object.keys(given)]);
  const [first] = names;
  if (first === undefined) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      'the schema has no GEOMETRY or GEOGRAPHY column: list WKB columns in `columns`',
    );
  }
  const columns = [...names].map((name) => {
    const { extent, crs: stated, edges: statedEdges, ...rest } = given[name] ?? {};
    const leaf = native.get(name);
    if (leaf === undefined && version.startsWith('2')) {
      throw new ParquetError('INVALID_ARGUMENT', 'GeoParquet 2 requires type GEOMETRY or GEOGRAPHY', { column: name });
    }
    const crs = stated === undefined && leaf !== undefined ? crsOf(leaf, []) : stated;
    if (crs === null && stated === undefined) {
      throw new ParquetError('INVALID_ARGUMENT', 'the reference system is not PROJJSON: pass PROJJSON as `crs`', {
        column: name,
      });
    }
    const edges = statedEdges ?? (leaf && edgesOf(leaf));
    const bbox = extent?.bbox && boxOf(extent.bbox);
    const geometry_types = (extent?.geospatialTypes ?? []).map(typeNameOf);
    return [name, { encoding: 'WKB', geometry_types, crs, edges, bbox, ...rest }] as const;
  });
  const geo = JSON.stringify({
    version,
    primary_column: options.primaryColumn ?? first,
    columns: Object.fromEntries(columns),
  });
  checkGeoMetadata(JSON.parse(geo), known, 'INVALID_ARGUMENT');
  return { geo };
}

function isSchema(schema: Schema | FieldDefinitions): schema is Schema {
  return typeof (schema as Schema).find === 'function';
}

/** Returns a bounding box as an array of numbers. M is included only if the box also has Z. */
function boxOf({ xmin, ymin, zmin, mmin, xmax, ymax, zmax, mmax }: BoundingBox): (number | undefined)[] {
  const hasZ = zmin !== undefined;
  const hasM = hasZ && mmin !== undefined;
  return [
    xmin,
    ymin,
    ...(hasZ ? [zmin] : []),
    ...(hasM ? [mmin] : []),
    xmax,
    ymax,
    ...(hasZ ? [zmax] : []),
    ...(hasM ? [mmax] : []),
  ];
}
