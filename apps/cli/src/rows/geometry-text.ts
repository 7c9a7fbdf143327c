/**
 * Converts geometries to WKT text before rows are printed, and their fields to STRING. A column contains geometries if
 * its type is GEOMETRY or GEOGRAPHY, or if the file has GeoParquet metadata that declares it as WKB. In a dictionary
 * column, each entry is converted only once per batch.
 */
import type { NestedColumn, NestedLeaf } from '@marquetry/column';
import { isGeospatial } from '@marquetry/column-writer';
import { type BytesValues, isParquetError, onDemand, ParquetError, PhysicalType, withPlace } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { type Field, formatPath, type LeafNode } from '@marquetry/schema';

const geospatial = onDemand(() => import('./wkb-to-wkt.js'));

/** Converts one geometry from WKB to WKT. */
type ToText = (wkb: Uint8Array) => string;

export interface GeometryText {
  /** The fields of the file, with geometries changed to STRING. */
  readonly fields: readonly Field[];
  /**
   * Returns the columns of a batch with geometries converted to text. Column `i` must belong to field `i`.
   * @throws ParquetError for values that are not ISO WKB.
   */
  convert(columns: readonly NestedColumn[]): readonly NestedColumn[];
}

/** Resolves to a converter of the geometries in `fields`; undefined if none of the fields contains geometries. */
export async function geometryTextOf(
  file: Pick<ParquetFile, 'metadata' | 'schema'>,
  fields: readonly Field[],
): Promise<GeometryText | undefined> {
  const named = await columnsInMetadata(file);
  const isGeometry: IsGeometry = (leaf) => isGeospatial(leaf) || named.has(leaf);
  if (!fields.some(({ kind, leaves }) => kind !== 'variant' && leaves.some(isGeometry))) return undefined;
  const { wkbToWkt } = await geospatial.load();
  return {
    fields: fields.map((field) => asText(field, isGeometry)),
    convert: (columns) => columns.map((column) => converted(column, isGeometry, wkbToWkt)),
  };
}

type IsGeometry = (leaf: LeafNode) => boolean;

/**
 * Returns the columns that the file's GeoParquet metadata declares as WKB. Returns none if the metadata is invalid, so
 * that the rows can still be printed.
 */
async function columnsInMetadata(file: Pick<ParquetFile, 'metadata' | 'schema'>): Promise<ReadonlySet<LeafNode>> {
  if (file.metadata.keyValueMetadata?.some(({ key }) => key === 'geo') !== true) return new Set();
  const { readGeoMetadata } = await geospatial.load();
  try {
    const { columns = {} } = readGeoMetadata(file) ?? {};
    return new Set(
      file.schema.leaves.filter(
        ({ annotation, name, path, type }) =>
          annotation === undefined &&
          type === PhysicalType.BYTE_ARRAY &&
          path.length === 1 &&
          Object.hasOwn(columns, name) &&
          columns[name]?.encoding === 'WKB',
      ),
    );
  } catch (error) {
    if (isParquetError(error)) return new Set();
    throw error;
  }
}

function asText(field: Field, isGeometry: IsGeometry): Field {
  switch (field.kind) {
    case 'leaf':
      return isGeometry(field.leaf) ? { ...field, leaf: { ...field.leaf, annotation: { kind: 'STRING' } } } : field;
    case 'struct':
      return { ...field, fields: field.fields.map((child) => asText(child, isGeometry)) };
    case 'list':
      return { ...field, element: asText(field.element, isGeometry) };
    case 'map':
      return { ...field, key: asText(field.key, isGeometry), value: field.value && asText(field.value, isGeometry) };
    case 'variant':
      return field;
  }
}

function converted(column: NestedColumn, isGeometry: IsGeometry, toText: ToText): NestedColumn {
  const convert = (child: NestedColumn): NestedColumn => converted(child, isGeometry, toText);
  switch (column.kind) {
    case 'leaf':
      return isGeometry(column.field.leaf) ? convertedLeaf(column, toText) : column;
    case 'struct':
      return { ...column, children: column.children.map(convert) };
    case 'list':
      return { ...column, element: convert(column.element) };
    case 'map':
      return { ...column, key: convert(column.key), value: column.value && convert(column.value) };
    case 'variant':
      return column;
  }
}

function convertedLeaf(column: NestedLeaf, toText: ToText): NestedLeaf {
  const { field, nulls, values } = column;
  try {
    if (values.layout === 'bytes') {
      const isValue = (i: number): boolean => nulls.kind === 'none' || hasBit(nulls.bits, i);
      return { ...column, values: textsOf(values, isValue, toText) };
    }
    if (values.layout !== 'dictionary' || values.dictionary.layout !== 'bytes') return column;
    const used = new Uint8Array(values.dictionary.length);
    for (let i = 0; i < values.length; i++) {
      if (nulls.kind === 'none' || hasBit(nulls.bits, i)) used[values.indices[i] as number] = 1;
    }
    return { ...column, values: { ...values, dictionary: textsOf(values.dictionary, (i) => used[i] === 1, toText) } };
  } catch (error) {
    if (!isParquetError(error)) throw error;
    const cure = `${error.reason}: print the bytes with --bytes base64`;
    throw withPlace(new ParquetError(error.code, cure, error.at), { column: formatPath(field.node.path) });
  }
}

function hasBit(bits: Uint8Array, i: number): boolean {
  return (((bits[i >> 3] as number) >> (i & 7)) & 1) === 1;
}

const encoder = new TextEncoder();
const mostBytes = 2 ** 31 - 1;

/** Returns each value as text, and an empty string for nulls and for dictionary entries that no row uses. */
function textsOf({ data, offsets, length }: BytesValues, isValue: (i: number) => boolean, toText: ToText): BytesValues {
  const texts: Uint8Array[] = [];
  const ends = new Int32Array(length + 1);
  let end = 0;
  for (let i = 0; i < length; i++) {
    if (isValue(i)) {
      const text = encoder.encode(toText(data.subarray(offsets[i] as number, offsets[i + 1] as number)));
      end += text.length;
      if (end > mostBytes)
        throw new ParquetError(
          'LIMIT',
          `the geometries of a batch take more than ${mostBytes} bytes as text; print fewer rows`,
        );
      texts.push(text);
    }
    ends[i + 1] = end;
  }
  const joined = new Uint8Array(end);
  let at = 0;
  for (const text of texts) {
    joined.set(text, at);
    at += text.length;
  }
  return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length, offsets: ends, data: joined };
}
