/**
 * Schemas to write, from plain objects.
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

/** The options that any node of a schema has. */
export interface NodeOptions {
  /** Whether it may be null; default false. */
  readonly optional?: boolean;
  /** Zero or more, without the annotation of a list; default false. Prefer `{ list }`. */
  readonly repeated?: boolean;
  readonly fieldId?: number;
}

/** A column: a physical or logical type and what it takes. */
export type ColumnDefinition = NodeOptions & { readonly type: ColumnTypeName } & ColumnTypeOptions;
/** A group of named fields. */
export interface GroupDefinition extends NodeOptions {
  readonly fields: FieldDefinitions;
}
/** A LIST in its standard three levels (LogicalTypes.md#lists). */
export interface ListDefinition extends NodeOptions {
  readonly list: FieldDefinition;
}
/** A MAP in its standard three levels (LogicalTypes.md#maps): key, then value. Keys are never null. */
export interface MapDefinition extends NodeOptions {
  readonly map: readonly [key: FieldDefinition, value: FieldDefinition];
}
/** A VARIANT: a group of `metadata` and `value`, and of `typed_value` if it is shredded. */
export interface VariantDefinition extends NodeOptions {
  readonly type: 'VARIANT';
  /** The columns of the group. Default: `metadata` and `value`. `shredded` of `@marquetry/variant` makes those of a shredded VARIANT. */
  readonly storage?: FieldDefinitions;
}

/** A node of a schema; a name alone is a required column of that type. */
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

/** A schema whose definition the compiler knows, so that it can tell the type of its rows. */
export interface SchemaOf<Fields extends FieldDefinitions> extends Schema {
  /** For the compiler alone: no schema has such a member. */
  readonly [defined]?: Fields;
}

/**
 * A schema to write a file with. Logical types are written with the converted type that older readers know, where there
 * is one.
 * @throws ParquetError INVALID_ARGUMENT, naming the column, for a definition that no schema can hold.
 */
export function defineSchema<const Fields extends FieldDefinitions>(
  fields: Fields,
  options: { readonly name?: string } = {},
): SchemaOf<Fields> {
  const names = Object.keys(fields);
  if (names.length === 0) throw new ParquetError('INVALID_ARGUMENT', 'a schema needs a column');
  const root: SchemaElement = { name: options.name ?? 'schema', numChildren: names.length };
  return createSchema([root, ...elementsBelow(fields, [])]);
}

/** The elements of a schema, depth first, the root first: as a footer has them. */
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
 * The schema with only the columns of these paths, in the order of the schema; groups without a column go.
 * @throws ParquetError INVALID_ARGUMENT for a path that names none, or when none is left.
 */
export function selectColumns(schema: Schema, paths: readonly string[]): Schema {
  const kept = new Set(paths.flatMap((path) => schema.find(path)));
  const prune = <N extends Schema['root']['children'][number]>(node: N): N | undefined => {
    if (node.kind === 'leaf') return kept.has(node) ? node : undefined;
    const children = node.children.map(prune).filter((child) => child !== undefined);
    return children.length === 0 ? undefined : { ...node, children };
  };
  const root = prune(schema.root);
  if (root === undefined) throw new ParquetError('INVALID_ARGUMENT', 'no column is left of the schema');
  return createSchema(schemaElements({ ...schema, root }));
}

function elementsBelow(fields: FieldDefinitions, above: readonly string[]): SchemaElement[] {
  return Object.entries(fields).flatMap(([name, field]) => elementsOf(name, field, [...above, name]));
}

/** @throws ParquetError INVALID_ARGUMENT, naming the innermost column. */
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
  requireKnownOptions('defineSchema', definition, definitionNames);
  const base = { name, ...nodeFields(definition) };
  if ('list' in definition) {
    requireOne(definition.list, 'the element of a list');
    return [
      { ...base, numChildren: 1, convertedType: ConvertedType.LIST, logicalType: { kind: 'LIST' } },
      { name: 'list', repetitionType: FieldRepetitionType.REPEATED, numChildren: 1 },
      ...elementsOf('element', definition.list, [...path, 'list', 'element']),
    ];
  }
  if ('map' in definition) return mapElements(base, definition.map, path);
  if ('fields' in definition) {
    const count = Object.keys(definition.fields).length;
    if (count === 0) throw invalid('a group needs a field');
    return [{ ...base, numChildren: count }, ...elementsBelow(definition.fields, path)];
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

/**
 * What a definition of any kind may say. A misspelt `optional` would make a required column, and TypeScript does not
 * check for unknown names in a type that it infers.
 */
const definitionNames: OptionNames<
  NodeOptions & ColumnTypeOptions & Record<'type' | 'fields' | 'list' | 'map' | 'storage', unknown>
> = {
  ...{ type: true, storage: true, fields: true, list: true, map: true, optional: true, repeated: true, fieldId: true },
  ...{ typeLength: true, precision: true, scale: true, physicalType: true, unit: true, isAdjustedToUTC: true },
  ...{ crs: true, algorithm: true },
};

function mapElements(
  base: SchemaElement,
  [key, value]: MapDefinition['map'],
  path: readonly string[],
): SchemaElement[] {
  if (typeof key !== 'string' && (key.optional === true || key.repeated === true)) {
    throw invalid('the key of a map is required');
  }
  requireOne(value, 'the value of a map');
  return [
    { ...base, numChildren: 1, convertedType: ConvertedType.MAP, logicalType: { kind: 'MAP' } },
    { name: 'key_value', repetitionType: FieldRepetitionType.REPEATED, numChildren: 2 },
    ...elementsOf('key', key, [...path, 'key_value', 'key']),
    ...elementsOf('value', value, [...path, 'key_value', 'value']),
  ];
}

/** Inside a LIST or MAP a repeated node means something else: older writers had it for the list itself. */
function requireOne(field: FieldDefinition, what: string): void {
  if (typeof field === 'string' || field.repeated !== true) return;
  throw invalid(`${what} cannot be repeated; it can be a list`);
}

function nodeFields({
  optional = false,
  repeated = false,
  fieldId,
}: NodeOptions): Pick<SchemaElement, 'repetitionType' | 'fieldId'> {
  if (optional && repeated) throw invalid('a column is optional or repeated, not both');
  const { REQUIRED, OPTIONAL, REPEATED } = FieldRepetitionType;
  const repetitionType = repeated ? REPEATED : optional ? OPTIONAL : REQUIRED;
  return fieldId === undefined ? { repetitionType } : { repetitionType, fieldId };
}

function invalid(reason: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason);
}
