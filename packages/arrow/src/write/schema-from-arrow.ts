/** Converts Arrow schemas to Parquet schemas. */
import { ParquetError } from '@marquetry/core';
import { ConvertedType, FieldRepetitionType, type SchemaElement } from '@marquetry/metadata';
import { createSchema, defineSchema, formatPath, type Schema, schemaElements } from '@marquetry/schema';
import {
  type Schema as ArrowSchema,
  type DataType,
  type Dictionary,
  type Field,
  DataType as Is,
  type Map_,
  Type,
} from 'apache-arrow';
import { Extension, extensionName, fieldIdKey, logicalTypeKey } from '../field-metadata.js';
import { storedSchemaKey } from '../stored/stored-schema.js';
import { columnDefinition, unsupported } from './column-definition.js';
import { storedSchemaText } from './stored-schema-text.js';

/** Options for {@link schemaFromArrow}. */
export interface SchemaFromArrowOptions {
  /** The name of the root element of the Parquet schema. Default: `schema`. */
  readonly name?: string;
  /** Whether files written with the resulting schema contain the Arrow schema in their metadata. Default: true. */
  readonly store?: boolean;
}

/**
 * Returns the Parquet schema for writing tables that have an Arrow schema: nullable fields are optional, lists and maps
 * have the standard three levels, dictionaries become their values, and durations become INT64.
 *
 * The result has `keyValueMetadata`, which the writer stores in files: the metadata of the Arrow schema, and the schema itself under the key
 * `ARROW:schema`. Arrow readers use this schema to restore types that Parquet does not have: dictionaries, durations, time zone names, the Large
 * types, view types, and the sizes of fixed-size lists. Seconds become milliseconds, and dates in milliseconds become days.
 * @throws ParquetError UNSUPPORTED, naming the column, for unions, decimals with a negative scale, structs without
 * fields, and dictionaries of nested values; INVALID_ARGUMENT for a schema without fields.
 */
export function schemaFromArrow(
  arrowSchema: Pick<ArrowSchema, 'fields'> & Partial<Pick<ArrowSchema, 'metadata'>>,
  { name = 'schema', store = true }: SchemaFromArrowOptions = {},
): Schema {
  const { fields, metadata } = arrowSchema;
  if (fields.length === 0) throw new ParquetError('INVALID_ARGUMENT', 'the Arrow schema must have at least one field');
  const root: SchemaElement = { name, numChildren: fields.length };
  const schema = createSchema([root, ...fields.flatMap((field) => elementsOf(field, field.name, []))]);
  if (!store) return schema;
  const stored = { [storedSchemaKey]: storedSchemaText(arrowSchema) };
  return { ...schema, keyValueMetadata: { ...Object.fromEntries(metadata ?? []), ...stored } };
}

/** Returns the type of a column's values: for a Dictionary, the type of its entries; otherwise the given type. */
export function valueType(type: DataType): DataType {
  return Is.isDictionary(type) ? (type as Dictionary).dictionary : type;
}

/**
 * Returns the schema elements of a field and of all fields inside it. `name` is the name of the field in the file. It
 * may differ from the Arrow name, because Parquet prescribes the names of fields inside lists and maps.
 */
function elementsOf(field: Field, name: string, above: readonly string[]): SchemaElement[] {
  const path = [...above, name];
  const column = formatPath(path);
  const { type } = field;
  const base = baseOf(field, name);
  switch (type.typeId) {
    case Type.Struct: {
      const children: readonly Field[] = type.children;
      if (children.length === 0) throw unsupported(type, column);
      const isVariant = field.metadata.get(extensionName) === Extension.VARIANT;
      const logicalType = { kind: 'VARIANT', specificationVersion: 1 } as const;
      const group = { ...base, numChildren: children.length };
      const below = children.flatMap((child) => elementsOf(child, child.name, path));
      if (isVariant) return [{ ...group, logicalType }, ...below];
      const isFile = field.metadata.get(logicalTypeKey) === 'FILE';
      return [isFile ? { ...group, logicalType: { kind: 'FILE' } } : group, ...below];
    }
    case Type.List:
    case Type.LargeList:
    case Type.FixedSizeList:
      return [
        { ...base, numChildren: 1, convertedType: ConvertedType.LIST, logicalType: { kind: 'LIST' } },
        { name: 'list', repetitionType: FieldRepetitionType.REPEATED, numChildren: 1 },
        ...elementsOf(type.children[0] as Field, 'element', [...path, 'list']),
      ];
    case Type.Map: {
      const [key, value] = (type as Map_).childType.children as unknown as readonly [Field, Field];
      const inside = [...path, 'key_value'];
      return [
        { ...base, numChildren: 1, convertedType: ConvertedType.MAP, logicalType: { kind: 'MAP' } },
        { name: 'key_value', repetitionType: FieldRepetitionType.REPEATED, numChildren: 2 },
        ...elementsOf(key.clone({ nullable: false }), 'key', inside),
        ...elementsOf(value, 'value', inside),
      ];
    }
    default:
      return [{ ...columnElement(field, column), ...base }];
  }
}

function columnElement(field: Field, column: string): SchemaElement {
  const type = valueType(field.type);
  if (type !== field.type && isNested(type)) throw unsupported(field.type, column);
  const definition = columnDefinition(field, type, column);
  try {
    return schemaElements(defineSchema({ column: definition }))[1] as SchemaElement;
  } catch (error) {
    throw error instanceof ParquetError ? new ParquetError(error.code, error.reason, { column }) : error;
  }
}

function isNested({ typeId }: DataType): boolean {
  const nested: readonly Type[] = [Type.Struct, Type.List, Type.LargeList, Type.FixedSizeList, Type.Map];
  return nested.includes(typeId);
}

function baseOf({ type, nullable, metadata }: Field, name: string): SchemaElement {
  const isNullable = nullable || valueType(type).typeId === Type.Null;
  const repetitionType = isNullable ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED;
  const fieldId = Number(metadata.get(fieldIdKey) ?? Number.NaN);
  return Number.isInteger(fieldId) && Math.abs(fieldId) < 2 ** 31
    ? { name, repetitionType, fieldId }
    : { name, repetitionType };
}
