/**
 * Creates the schemas of files to write. They are defined with plain objects.
 *
 *   defineSchema({ id: 'INT64', name: { type: 'STRING', optional: true }, tags: { list: 'STRING' } })
 */
import {
  ConvertedType,
  FieldRepetitionType,
  type OptionNames,
  ParquetError,
  requireKnownOptions,
  withPlace,
} from '@marquetry/core';
import type { SchemaElement } from '@marquetry/metadata';
import { type ColumnTypeName, type ColumnTypeOptions, columnElement } from './define-column.js';
import { formatPath } from './path.js';
import { createSchema, type Schema } from './schema.js';

/** Options that apply to every node of a schema. */
export interface NodeOptions {
  /** True if values may be null; default false. */
  readonly optional?: boolean;
  /**
   * True for a column that has any number of values per row without a LIST annotation; default false. Prefer
   * `{ list }`.
   */
  readonly repeated?: boolean;
  readonly fieldId?: number;
}

/** A column: a physical or logical type, and the options of that type. */
export type ColumnDefinition = NodeOptions & { readonly type: ColumnTypeName } & ColumnTypeOptions;
/** A group of named fields. */
export interface GroupDefinition extends NodeOptions {
  readonly fields: FieldDefinitions;
  /**
   * Set it to `FILE` if the group is a reference to a file or to a range of bytes in a file (LogicalTypes.md#file). The
   * group may then have the fields `uri`, `content_type` and `checksum` (STRING), `offset` and `size` (INT64), and
   * `inline` (BYTE_ARRAY). Each field must be optional.
   */
  readonly type?: 'FILE';
}
/** A LIST in the standard form with three levels (LogicalTypes.md#lists). */
export interface ListDefinition extends NodeOptions {
  readonly list: FieldDefinition;
}
/**
 * A MAP in the standard form with three levels (LogicalTypes.md#maps), defined as `[key, value]`. Keys are never null.
 */
export interface MapDefinition extends NodeOptions {
  readonly map: readonly [key: FieldDefinition, value: FieldDefinition];
}
/** A VARIANT: a group with the columns `metadata` and `value`, and with `typed_value` if it is shredded. */
export interface VariantDefinition extends NodeOptions {
  readonly type: 'VARIANT';
  /**
   * The columns of the group. Default: `metadata` and `value`. For a shredded VARIANT, `shredded` from
   * `@marquetry/variant` creates them.
   */
  readonly storage?: FieldDefinitions;
}

/** A node of a schema. A type name alone defines a required column of that type. */
export type FieldDefinition =
  | ColumnTypeName
  | ColumnDefinition
  | GroupDefinition
  | ListDefinition
  | MapDefinition
  | VariantDefinition;

/** Fields by name, in the order of the file's columns. */
export interface FieldDefinitions {
  readonly [name: string]: FieldDefinition;
}

declare const defined: unique symbol;

/** A schema whose TypeScript type includes its definition, so that the compiler can infer the type of its rows. */
export interface SchemaOf<Fields extends FieldDefinitions> extends Schema {
  /** Carries the definition for the compiler. At run time, schemas do not have this property. */
  readonly [defined]?: Fields;
}

/**
 * Defines the schema of a file to write. If a logical type has an equivalent converted type, both are written, because
 * older readers know only converted types.
 * @throws ParquetError INVALID_ARGUMENT, naming the column, for an invalid definition.
 */
export function defineSchema<const Fields extends FieldDefinitions>(
  fields: Fields,
  options: { readonly name?: string } = {},
): SchemaOf<Fields> {
  const names = Object.keys(fields);
  if (names.length === 0) throw new ParquetError('INVALID_ARGUMENT', 'a schema needs at least one column');
  const root: SchemaElement = { name: options.name ?? 'schema', numChildren: names.length };
  return createSchema([root, ...elementsBelow(fields, [])]);
}

/** Returns the elements of a schema in the order in which a footer stores them: depth first, starting with the root. */
export function schemaElements(schema: Schema): SchemaElement[] {
  const elements: SchemaElement[] = [];
  const visit = (node: Schema['root']['children'][number]): void => {
    if (node.kind === 'leaf') {
      elements.push(node.element);
      return;
    }
    elements.push({ ...node.element, numChildren: node.children.length });
    for (const child of node.children) visit(child);
  };
  visit(schema.root);
  return elements;
}

/**
 * Returns a schema with only the columns at these paths, in the order of the given schema. Groups that are left without
 * a column are removed.
 * @throws ParquetError INVALID_ARGUMENT if a path names no column, or if `paths` is empty.
 */
export function selectColumns(schema: Schema, paths: readonly string[]): Schema {
  const kept = new Set(paths.flatMap((path) => schema.find(path)));
  const prune = <N extends Schema['root']['children'][number]>(node: N): N | undefined => {
    if (node.kind === 'leaf') return kept.has(node) ? node : undefined;
    const children = node.children.map(prune).filter((child) => child !== undefined);
    return children.length === 0 ? undefined : { ...node, children };
  };
  const root = prune(schema.root);
  if (root === undefined) throw new ParquetError('INVALID_ARGUMENT', '`paths` must name at least one column');
  return createSchema(schemaElements({ ...schema, root }));
}

function elementsBelow(fields: FieldDefinitions, above: readonly string[]): SchemaElement[] {
  return Object.entries(fields).flatMap(([name, field]) => elementsOf(name, field, [...above, name]));
}

/**
 * Returns the schema elements of a field and of all fields below it, depth first.
 * @throws ParquetError INVALID_ARGUMENT, naming the innermost column that is invalid.
 */
function elementsOf(name: string, field: FieldDefinition, path: readonly string[]): SchemaElement[] {
  try {
    return elementsAt(name, typeof field === 'string' ? { type: field } : field, path);
  } catch (error) {
    throw withPlace(error, { column: formatPath(path) });
  }
}

function elementsAt(
  name: string,
  definition: Exclude<FieldDefinition, string>,
  path: readonly string[],
): SchemaElement[] {
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition)) {
    throw invalid("a column must be a type name or an object, such as 'INT64' or { type: 'INT64' }");
  }
  requireKnownOptions('defineSchema', definition, definitionNames);
  const base = { name, ...nodeFields(definition) };
  if ('list' in definition) {
    requireOne(definition.list, 'the element of a list cannot be repeated: use { list: ... }');
    return [
      { ...base, numChildren: 1, convertedType: ConvertedType.LIST, logicalType: { kind: 'LIST' } },
      { name: 'list', repetitionType: FieldRepetitionType.REPEATED, numChildren: 1 },
      ...elementsOf('element', definition.list, [...path, 'list', 'element']),
    ];
  }
  if ('map' in definition) return mapElements(base, definition.map, path);
  if ('fields' in definition) {
    const count = Object.keys(definition.fields ?? {}).length;
    if (count === 0) throw invalid('a group needs at least one field');
    const children = elementsBelow(definition.fields, path);
    const group = { ...base, numChildren: count };
    if (definition.type === undefined) return [group, ...children];
    requireFile(definition);
    return [{ ...group, logicalType: { kind: definition.type } }, ...children];
  }
  if (definition.type === 'VARIANT') {
    const { storage = { metadata: 'BYTE_ARRAY', value: 'BYTE_ARRAY' } } = definition as VariantDefinition;
    return [
      { ...base, numChildren: Object.keys(storage).length, logicalType: { kind: 'VARIANT', specificationVersion: 1 } },
      ...elementsBelow(storage, path),
    ];
  }
  return [{ ...base, ...columnElement(definition.type, definition) }];
}

const fileTypes: Readonly<Record<string, ColumnTypeName>> = {
  ...{
    uri: 'STRING',
    offset: 'INT64',
    size: 'INT64',
    content_type: 'STRING',
    checksum: 'STRING',
    inline: 'BYTE_ARRAY',
  },
};

function requireFile({ type, fields }: GroupDefinition): void {
  const isFile = Object.entries(fields).every(([name, field]) => {
    const { type: own, optional } = field as ColumnDefinition;
    return own !== undefined && own === fileTypes[name] && optional === true;
  });
  if (type === 'FILE' && isFile) return;
  throw invalid(`a group of type FILE may have only these fields, all optional: ${JSON.stringify(fileTypes)}`);
}

/**
 * The names of all properties that a definition may have. Other names are rejected, because a misspelled `optional` would
 * define a required column, and TypeScript does not report such a mistake where it infers the type.
 */
const definitionNames: OptionNames<
  NodeOptions & ColumnTypeOptions & Record<'type' | 'fields' | 'list' | 'map' | 'storage', unknown>
> = {
  ...{ type: true, storage: true, fields: true, list: true, map: true, optional: true, repeated: true, fieldId: true },
  ...{ typeLength: true, precision: true, scale: true, physicalType: true, unit: true, isAdjustedToUTC: true },
  ...{ crs: true, algorithm: true },
};

function mapElements(base: SchemaElement, map: MapDefinition['map'], path: readonly string[]): SchemaElement[] {
  if (!Array.isArray(map) || map.length !== 2) {
    throw invalid("`map` must be [key, value], such as { map: ['STRING', 'INT32'] }");
  }
  const [key, value] = map as MapDefinition['map'];
  if (typeof key === 'object' && (key?.optional === true || key?.repeated === true)) {
    throw invalid('the key of a map cannot be optional or repeated');
  }
  requireOne(value, 'the value of a map cannot be repeated: use { list: ... }');
  return [
    { ...base, numChildren: 1, convertedType: ConvertedType.MAP, logicalType: { kind: 'MAP' } },
    { name: 'key_value', repetitionType: FieldRepetitionType.REPEATED, numChildren: 2 },
    ...elementsOf('key', key, [...path, 'key_value', 'key']),
    ...elementsOf('value', value, [...path, 'key_value', 'value']),
  ];
}

/**
 * Throws an error if the field is repeated. The element of a LIST and the value of a MAP must not be repeated, because
 * readers would interpret them as a list in an older form.
 */
function requireOne(field: FieldDefinition, reason: string): void {
  if (typeof field !== 'object' || field?.repeated !== true) return;
  throw invalid(reason);
}

function nodeFields({
  optional = false,
  repeated = false,
  fieldId,
}: NodeOptions): Pick<SchemaElement, 'repetitionType' | 'fieldId'> {
  if (optional && repeated) throw invalid('a column cannot be both optional and repeated');
  const { REQUIRED, OPTIONAL, REPEATED } = FieldRepetitionType;
  const repetitionType = repeated ? REPEATED : optional ? OPTIONAL : REQUIRED;
  return fieldId === undefined ? { repetitionType } : { repetitionType, fieldId };
}

function invalid(reason: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason);
}
