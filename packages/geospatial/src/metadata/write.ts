/** Creates the metadata of GeoParquet for a file to be written. */
import { ParquetError } from '@marquetry/core';
import type { BoundingBox, GeospatialStatistics } from '@marquetry/metadata';
import { defineSchema, type FieldDefinitions, type Schema } from '@marquetry/schema';
import { checkGeoMetadata } from './check.js';
import type { GeoColumn, GeoEdges } from './geo-metadata.js';
import { crsOf, edgesOf, geometryColumns, typeNameOf } from './read.js';

/** The metadata to write for a column. Absent fields are derived from the schema. */
export interface GeoColumnOptions {
  /** The box and the types of all geometries: the result of `describeGeometries`. Default: not stated. */
  readonly extent?: GeospatialStatistics;
  /**
   * PROJJSON; null if the reference system is unknown. Default: the reference system in the schema, otherwise
   * OGC:CRS84.
   */
  readonly crs?: object | null;
  readonly orientation?: 'counterclockwise';
  readonly edges?: GeoEdges;
  readonly epoch?: number;
  /** Columns that store one bounding box per row (GeoParquet 1.1). The caller writes these columns. */
  readonly covering?: GeoColumn['covering'];
}

/** Options of {@link geoMetadata}. */
export interface GeoMetadataOptions {
  /**
   * The version of GeoParquet. Default: `1.1.0`, which most readers support. This version may describe GEOMETRY columns
   * as well.
   */
  readonly version?: string;
  /** The name of the primary geometry column. Default: the first column. */
  readonly primaryColumn?: string;
  /**
   * Metadata of columns, by column name. BYTE_ARRAY columns with WKB but without an annotation are described only if
   * they are listed.
   */
  readonly columns?: Readonly<Record<string, GeoColumnOptions>>;
}

/**
 * Returns the metadata of GeoParquet for the option `keyValueMetadata` of a writer: `{ geo: '...' }`.
 * @param schema The result or the input of `defineSchema`, or the schema of a file.
 * @throws ParquetError INVALID_ARGUMENT if the schema has no geometry column, for options that contradict the schema,
 * and for a reference system that is not PROJJSON.
 */
export function geoMetadata(schema: Schema | FieldDefinitions, options: GeoMetadataOptions = {}): { geo: string } {
  const { version = '1.1.0', columns: given = {} } = options;
  const known = isSchema(schema) ? schema : defineSchema(schema);
  const native = new Map(geometryColumns(known).map((leaf) => [leaf.name, leaf]));
  const names = new Set([...native.keys(), ...Object.keys(given)]);
  const [first] = names;
  if (first === undefined) {
    throw new ParquetError('INVALID_ARGUMENT', 'the schema has no GEOMETRY or GEOGRAPHY column: name one in `columns`');
  }
  const columns = [...names].map((name) => {
    const { extent, crs: stated, edges: statedEdges, ...rest } = given[name] ?? {};
    const leaf = native.get(name);
    if (leaf === undefined && version.startsWith('2')) {
      throw new ParquetError('INVALID_ARGUMENT', 'GeoParquet 2 requires GEOMETRY or GEOGRAPHY', { column: name });
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
