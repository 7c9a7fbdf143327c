/** Reads GeoParquet metadata from a footer. */
import { ParquetError } from '@marquetry/core';
import { columnChunkOf, type FileMetaData } from '@marquetry/metadata';
import type { LeafNode, Schema } from '@marquetry/schema';
import { kindNames } from '../wkb/geojson.js';
import { checkGeoMetadata } from './check.js';
import { edgesOfAlgorithm, type GeoColumn, type GeoMetadata } from './geo-metadata.js';

/** The members of an open file that contain its footer. Files from `openParquet` and `openFile` have them. */
export interface GeoFile {
  readonly metadata: Pick<FileMetaData, 'keyValueMetadata' | 'rowGroups'>;
  readonly schema: Schema;
}

/**
 * Returns the GeoParquet metadata of a file, which is the value of the key `geo`, and checks it. If the file has no
 * such key, derives the metadata from its GEOMETRY and GEOGRAPHY columns and their row group statistics.
 * @returns undefined if the file has neither the key nor such columns.
 * @throws ParquetError CORRUPT, with the name of the field, if the value of `geo` contradicts the specification or the
 * schema; UNSUPPORTED for versions other than 1 and 2.
 */
export function readGeoMetadata(file: GeoFile): GeoMetadata | undefined {
  const value = file.metadata.keyValueMetadata?.find(({ key }) => key === 'geo')?.value;
  if (value === undefined) return metadataOfSchema(file);
  return checkGeoMetadata(jsonOf(value), file.schema, 'CORRUPT');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ParquetError('CORRUPT', 'GeoParquet metadata: the value of `geo` is not JSON', {}, { cause });
  }
}

function metadataOfSchema(file: GeoFile): GeoMetadata | undefined {
  const leaves = geometryColumns(file.schema);
  const [first] = leaves;
  if (first === undefined) return undefined;
  const columns = leaves.map((leaf) => [leaf.name, columnOf(leaf, file)] as const);
  return { version: '2.0.0', primaryColumn: first.name, columns: Object.fromEntries(columns) };
}

/** Returns the GEOMETRY and GEOGRAPHY columns that GeoParquet can describe: top-level columns that are not repeated. */
export function geometryColumns({ leaves }: Schema): LeafNode[] {
  return leaves.filter(
    ({ annotation, path, repetition }) =>
      (annotation?.kind === 'GEOMETRY' || annotation?.kind === 'GEOGRAPHY') &&
      path.length === 1 &&
      repetition !== 'repeated',
  );
}

function columnOf(leaf: LeafNode, { metadata }: GeoFile): GeoColumn {
  const crs = crsOf(leaf, metadata.keyValueMetadata ?? []);
  const edges = edgesOf(leaf);
  return {
    encoding: 'WKB',
    ...extentOf(leaf, metadata),
    // GeoParquet states reference systems only as PROJJSON. Any other form becomes null, which means unknown.
    ...(crs === undefined ? {} : { crs: crs ?? null }),
    ...(edges === undefined ? {} : { edges }),
  };
}

/** Returns the edges of a GEOGRAPHY column. Returns undefined for other columns, whose edges are planar. */
export function edgesOf({ annotation }: LeafNode): GeoColumn['edges'] {
  return annotation?.kind === 'GEOGRAPHY' ? edgesOfAlgorithm[annotation.algorithm ?? 0] : undefined;
}

/**
 * Returns the reference system of a column as a PROJJSON object. Returns undefined for OGC:CRS84, the default, and null
 * if the schema states the reference system in a form other than PROJJSON.
 */
export function crsOf(
  { annotation }: LeafNode,
  keyValues: readonly { readonly key: string; readonly value?: string }[],
): object | null | undefined {
  if (annotation?.kind !== 'GEOMETRY' && annotation?.kind !== 'GEOGRAPHY') return undefined;
  const { crs = '' } = annotation;
  if (crs === '' || crs === 'OGC:CRS84') return undefined;
  // Geospatial.md#coordinate-reference-system: `crs` is PROJJSON, or the key of the metadata entry whose value is
  // PROJJSON.
  const key = crs.startsWith('projjson:') ? crs.slice('projjson:'.length) : undefined;
  const text = key === undefined ? crs : keyValues.find((pair) => pair.key === key)?.value;
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

const suffixes = ['', ' Z', ' M', ' ZM'];

/** Returns the name of a type code, such as `Point Z` for 1001; undefined for codes that GeoParquet does not define. */
export function typeNameOf(code: number): string | undefined {
  const kind = kindNames[(code % 1000) - 1];
  const suffix = suffixes[Math.floor(code / 1000)];
  return kind === undefined || suffix === undefined ? undefined : kind + suffix;
}

/**
 * Merges the geospatial statistics of all row groups. The result has no bounding box if any row group has none, or has
 * one that crosses the antimeridian.
 */
function extentOf(leaf: LeafNode, { rowGroups }: GeoFile['metadata']): Pick<GeoColumn, 'bbox' | 'geometryTypes'> {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const types = new Set<string | undefined>();
  let hasBox = true;
  for (const group of rowGroups) {
    const { geospatialStatistics: found, numValues, statistics } = columnChunkOf(group, leaf.index)?.metaData ?? {};
    // Skip chunks that contain only nulls: they have no geospatial statistics.
    if (numValues === 0 || (numValues !== undefined && statistics?.nullCount === numValues)) continue;
    const codes = found?.geospatialTypes ?? [];
    for (const code of codes.length === 0 ? [0] : codes) types.add(typeNameOf(code));
    const { bbox } = found ?? {};
    if (bbox === undefined || bbox.xmin > bbox.xmax) hasBox = false;
    else {
      for (const [i, [min, max]] of [[bbox.xmin, bbox.xmax] as const, [bbox.ymin, bbox.ymax] as const].entries()) {
        low[i] = Math.min(low[i] as number, min);
        high[i] = Math.max(high[i] as number, max);
      }
    }
  }
  const known = types.has(undefined) ? [] : [...types].filter((type) => type !== undefined).sort();
  const bbox = [...low, ...high];
  return { geometryTypes: known, ...(hasBox && bbox.every(Number.isFinite) ? { bbox } : {}) };
}
