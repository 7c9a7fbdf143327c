/** Checks GeoParquet metadata, given as parsed JSON, and the columns that it describes. */
import { type ErrorCode, ParquetError, PhysicalType } from '@marquetry/core';
import type { Schema } from '@marquetry/schema';
import { kindNames } from '../wkb/geojson.js';
import { edgesOfAlgorithm, type GeoColumn, type GeoMetadata } from './geo-metadata.js';

/** A JSON object whose members have not been checked yet. */
type Json = Readonly<Record<string, unknown>>;

/**
 * Checks the parsed JSON value of the key `geo`, and returns it in typed form. Unknown fields are ignored, as the
 * specification requires.
 * @param code The code of the errors to throw: CORRUPT for metadata from a file, INVALID_ARGUMENT for metadata from a
 * caller.
 * @throws ParquetError with this code and the name of the invalid field; UNSUPPORTED for versions other than 1 and 2.
 */
export function checkGeoMetadata(json: unknown, schema: Schema, code: ErrorCode): GeoMetadata {
  const check = new GeoCheck(code);
  const root = check.object(json, 'geo');
  const version = check.text(root['version'], 'version');
  if (!/^[12]\.\d/.test(version)) {
    throw new ParquetError('UNSUPPORTED', `the GeoParquet version must be 1 or 2, got ${version}`);
  }
  const columns = Object.entries(check.object(root['columns'], 'columns')).map(
    ([name, column]) => [name, check.column(column, `columns.${name}`)] as const,
  );
  const primaryColumn = check.text(root['primary_column'], 'primary_column');
  if (!columns.some(([name]) => name === primaryColumn)) {
    throw check.error('primary_column', `must be one of the columns, got '${primaryColumn}'`);
  }
  for (const [name, { encoding }] of columns) requireColumn(schema, name, encoding, check);
  return { version, primaryColumn, columns: Object.fromEntries(columns) };
}

/**
 * Checks that a column named in the metadata is in the schema, and can store WKB if its encoding is WKB.
 * @throws ParquetError with the name of the column.
 */
function requireColumn({ root }: Schema, name: string, encoding: string, check: GeoCheck): void {
  const node = root.children.find((child) => child.name === name);
  if (node === undefined) throw check.error(`columns.${name}`, 'is not a column of the schema');
  if (encoding !== 'WKB') return;
  const isLeaf = node.kind === 'leaf' && node.type === PhysicalType.BYTE_ARRAY;
  if (!isLeaf || node.repetition === 'repeated') {
    throw check.error(
      `columns.${name}`,
      'must be a BYTE_ARRAY column that is not repeated, because its encoding is WKB',
    );
  }
}

const nativeEncodings = kindNames.slice(0, 6).map((name) => name.toLowerCase());
const typeName = new RegExp(`^(${kindNames.join('|')})( Z| M| ZM)?$`);
const sides = ['xmin', 'ymin', 'zmin', 'mmin', 'xmax', 'ymax', 'zmax', 'mmax'];

class GeoCheck {
  declare private readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    this.code = code;
  }

  error(field: string, what: string): ParquetError {
    return new ParquetError(this.code, `GeoParquet metadata: \`${field}\` ${what}`);
  }

  object(value: unknown, field: string): Json {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
    throw this.error(field, 'must be an object');
  }

  text(value: unknown, field: string): string {
    if (typeof value === 'string') return value;
    throw this.error(field, 'must be a string');
  }

  column(value: unknown, field: string): GeoColumn {
    const {
      encoding,
      geometry_types: types,
      crs,
      orientation,
      edges,
      bbox,
      epoch,
      covering,
    } = this.object(value, field);
    if (encoding !== 'WKB' && !nativeEncodings.includes(encoding as string)) {
      throw this.error(
        `${field}.encoding`,
        `must be WKB or one of ${nativeEncodings.join(', ')}, got ${shown(encoding)}`,
      );
    }
    if (orientation !== undefined && orientation !== 'counterclockwise') {
      throw this.error(`${field}.orientation`, `must be 'counterclockwise', got ${shown(orientation)}`);
    }
    if (edges !== undefined && edges !== 'planar' && !edgesOfAlgorithm.includes(edges as 'spherical')) {
      throw this.error(
        `${field}.edges`,
        `must be planar or one of ${edgesOfAlgorithm.join(', ')}, got ${shown(edges)}`,
      );
    }
    if (epoch !== undefined && !Number.isFinite(epoch)) {
      throw this.error(`${field}.epoch`, `must be a number, got ${shown(epoch)}`);
    }
    return {
      encoding: encoding as string,
      geometryTypes: this.types(types, `${field}.geometry_types`),
      ...(crs === undefined ? {} : { crs: crs === null ? null : this.object(crs, `${field}.crs`) }),
      ...(orientation === undefined ? {} : { orientation }),
      ...(edges === undefined ? {} : { edges: edges as 'spherical' }),
      ...(bbox === undefined ? {} : { bbox: this.box(bbox, `${field}.bbox`) }),
      ...(epoch === undefined ? {} : { epoch: epoch as number }),
      ...(covering === undefined ? {} : { covering: this.covering(covering, `${field}.covering`) }),
    };
  }

  private types(value: unknown, field: string): string[] {
    if (!Array.isArray(value)) throw this.error(field, 'must be an array');
    for (const type of value) {
      if (typeof type !== 'string' || !typeName.test(type))
        throw this.error(field, `has the unknown type ${shown(type)}`);
    }
    if (new Set(value).size < value.length) throw this.error(field, 'must not repeat a type');
    return value;
  }

  private box(value: unknown, field: string): number[] {
    const isBox = Array.isArray(value) && [4, 6, 8].includes(value.length) && value.every(Number.isFinite);
    if (!isBox) throw this.error(field, 'must have 4, 6 or 8 numbers');
    const half = value.length / 2;
    // X (index 0) is not checked: its minimum exceeds its maximum if the box crosses the antimeridian.
    for (let i = 1; i < half; i++) {
      if (value[i] > value[half + i])
        throw this.error(field, `has minimum ${value[i]} above maximum ${value[half + i]}`);
    }
    return value;
  }

  private covering(value: unknown, field: string): NonNullable<GeoColumn['covering']> {
    const bbox = this.object(this.object(value, field)['bbox'], `${field}.bbox`);
    const paths = sides.flatMap((side): [string, string[]][] => {
      const path = bbox[side];
      if (path === undefined && !/^[xy]/.test(side)) return [];
      if (Array.isArray(path) && path.length > 0 && path.every((name) => typeof name === 'string'))
        return [[side, path]];
      throw this.error(`${field}.bbox.${side}`, 'must be a path: an array of names');
    });
    return { bbox: Object.fromEntries(paths) };
  }
}

function shown(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.slice(0, 40)}'`
    : typeof value === 'object'
      ? 'an object'
      : String(value);
}
