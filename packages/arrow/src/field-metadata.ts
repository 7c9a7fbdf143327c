/**
 * Properties that an Arrow type cannot express are stored in the metadata of its field: as extension types (Arrow's "Canonical
 * Extension Types", GeoArrow), or under the names that other Parquet libraries use.
 *
 *   UUID       FixedSizeBinary(16)   ARROW:extension:name = arrow.uuid
 *   JSON       Utf8                  ARROW:extension:name = arrow.json
 *   VARIANT    Struct                ARROW:extension:name = arrow.parquet.variant
 *   GEOMETRY   Binary                ARROW:extension:name = geoarrow.wkb, and crs
 *   GEOGRAPHY  Binary                ARROW:extension:name = geoarrow.wkb, and crs and edges
 *   TIME       Time32, Time64        adjusted_to_utc = true, as in the Rust implementation
 *   ENUM, BSON                       PARQUET:logical_type
 *   any                              PARQUET:field_id
 */
import { EdgeInterpolationAlgorithm } from '@marquetry/metadata';
import type { Annotation } from '@marquetry/schema';

export const extensionName = 'ARROW:extension:name';
export const extensionMetadata = 'ARROW:extension:metadata';
export const fieldIdKey = 'PARQUET:field_id';
export const logicalTypeKey = 'PARQUET:logical_type';
export const adjustedToUtcKey = 'adjusted_to_utc';

/** The keys of field metadata that describe extension types, and the names of these types. */
export const Extension = {
  UUID: 'arrow.uuid',
  JSON: 'arrow.json',
  VARIANT: 'arrow.parquet.variant',
  WKB: 'geoarrow.wkb',
} as const;

type Entry = readonly [key: string, value: string];

/** Returns the metadata for the properties of an annotation that its Arrow type cannot express. */
export function annotationMetadata(annotation: Annotation | undefined): readonly Entry[] {
  switch (annotation?.kind) {
    case 'UUID':
      return extension(Extension.UUID, '');
    case 'JSON':
      return extension(Extension.JSON, '');
    case 'VARIANT':
      return extension(Extension.VARIANT, '');
    case 'ENUM':
    case 'BSON':
    case 'FILE':
      return [[logicalTypeKey, annotation.kind]];
    case 'TIME':
      return annotation.isAdjustedToUTC ? [[adjustedToUtcKey, 'true']] : [];
    case 'GEOMETRY':
      return extension(Extension.WKB, JSON.stringify(crsMembers(annotation.crs)));
    case 'GEOGRAPHY': {
      const edges = edgesOf(annotation.algorithm);
      return extension(Extension.WKB, JSON.stringify({ ...crsMembers(annotation.crs), edges }));
    }
    default:
      return [];
  }
}

function extension(name: string, metadata: string): readonly Entry[] {
  return [
    [extensionName, name],
    [extensionMetadata, metadata],
  ];
}

const spatialReference = 'srid:';

interface CrsMembers {
  readonly crs: unknown;
  readonly crs_type?: string;
}

/**
 * Returns the `crs` members of GeoArrow's metadata: the coordinate reference system. If the file does not specify one,
 * it is OGC:CRS84 (Geospatial.md#coordinate-reference-system).
 */
function crsMembers(crs: string | undefined): CrsMembers {
  if (crs === undefined || crs === '') return { crs: 'OGC:CRS84', crs_type: 'authority_code' };
  if (crs.startsWith(spatialReference)) return { crs: crs.slice(spatialReference.length), crs_type: 'srid' };
  const object = parseObject(crs);
  return object === undefined ? { crs } : { crs: object, crs_type: 'projjson' };
}

function edgesOf(algorithm: number | undefined): string {
  const known = Object.entries(EdgeInterpolationAlgorithm).find(([, id]) => id === algorithm);
  return (known?.[0] ?? 'SPHERICAL').toLowerCase();
}

/**
 * Converts GeoArrow's metadata to a GEOMETRY or GEOGRAPHY annotation. If the metadata is not a JSON object, the result
 * is a GEOMETRY without parameters.
 */
export function geospatialAnnotation(
  metadata: string | undefined,
): Extract<Annotation, { kind: 'GEOMETRY' | 'GEOGRAPHY' }> {
  const members = parseObject(metadata ?? '') ?? {};
  const crs = crsOf(members);
  const system = crs === undefined ? {} : { crs };
  const { edges } = members;
  if (typeof edges !== 'string') return { kind: 'GEOMETRY', ...system };
  const known = Object.entries(EdgeInterpolationAlgorithm).find(([name]) => name === edges.toUpperCase());
  // In Parquet, only GEOMETRY has planar edges.
  return known === undefined ? { kind: 'GEOMETRY', ...system } : { kind: 'GEOGRAPHY', ...system, algorithm: known[1] };
}

function crsOf({ crs, crs_type: kind }: { readonly [name: string]: unknown }): string | undefined {
  if (crs === undefined || crs === null) return undefined;
  if (typeof crs !== 'string') return JSON.stringify(crs);
  if (crs === 'OGC:CRS84') return undefined;
  return kind === 'srid' ? `${spatialReference}${crs}` : crs;
}

function parseObject(text: string): { readonly [name: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * True if the annotation becomes an Arrow extension type. Arrow readers expect plain values for extension types, not
 * dictionary indices.
 */
export function isExtension(annotation: Annotation | undefined): boolean {
  return annotationMetadata(annotation).some(([key]) => key === extensionName);
}
