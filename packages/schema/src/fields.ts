/**
 * Derives the logical fields from the nodes of a schema.
 *
 * Source: LogicalTypes.md#nested-types, with the backward compatibility rules of lists and maps.
 */
import { runSteps, type Steps } from '@marquetry/core';
import type { Field, ListField, MapField, StructField, VariantField } from './field.js';
import type { GroupNode, LeafNode, SchemaNode } from './node.js';
import type { Schema } from './schema.js';

/**
 * Returns the fields of a schema. If `leaves` is given, the result has only these columns and the fields that contain
 * them. A group without columns has no field. A map whose key or whole value is not in `leaves` becomes a list of
 * structs.
 */
export function fieldsOf(schema: Pick<Schema, 'root'>, leaves?: Iterable<LeafNode>): readonly Field[] {
  return runSteps(fieldsOfInSteps(schema, leaves));
}

/**
 * Like {@link fieldsOf}, but in steps between which the event loop can run, because a schema may have thousands of
 * fields.
 */
export function* fieldsOfInSteps({ root }: Pick<Schema, 'root'>, leaves?: Iterable<LeafNode>): Steps<readonly Field[]> {
  const wanted = leaves && new Set(leaves);
  const names = wanted && new Set(Array.from(wanted, ({ path }) => path[0]));
  const fields: Field[] = [];
  for (const [i, node] of root.children.entries()) {
    const whole = names === undefined || names.has(node.path[0]) ? fieldOf(node) : undefined;
    const field = whole && wanted ? prune(whole, wanted) : whole;
    if (field !== undefined) fields.push(field);
    if (i % stepFields === stepFields - 1) yield;
  }
  return fields;
}

/** Number of top-level fields to process before yielding to the event loop. */
const stepFields = 2 ** 10;

function childFields(group: GroupNode): Field[] {
  return group.children.map(fieldOf).filter((field) => field !== undefined);
}

/**
 * Returns the field of a node; `undefined` if it has no columns. A repeated node outside a LIST or MAP is a list that is never
 * null, with required entries.
 */
function fieldOf(node: SchemaNode): Field | undefined {
  return node.repetition === 'repeated' ? listOf(node, node, entryOf(node)) : entryOf(node);
}

/** Returns the field of a node as if it were not repeated; for a repeated node, this is the field of one entry. */
function entryOf(node: SchemaNode): Field | undefined {
  if (node.kind === 'leaf') return { kind: 'leaf', ...baseOf(node, [node]), leaf: node };
  const { annotation } = node;
  if (annotation?.kind === 'LIST') return listField(node) ?? structField(node);
  if (annotation?.kind === 'MAP') return mapField(node) ?? structField(node);
  if (annotation?.kind === 'VARIANT') return variantField(node);
  return structField(node);
}

function structField(node: GroupNode): StructField | undefined {
  const fields = childFields(node);
  if (fields.length === 0) return undefined;
  return {
    kind: 'struct',
    ...baseOf(
      node,
      fields.flatMap(({ leaves }) => leaves),
    ),
    fields,
  };
}

/** Returns the field of a VARIANT group. Its columns are checked only when values are decoded. */
function variantField(node: GroupNode): VariantField | undefined {
  const storage = structField(node);
  return storage && { ...storage, kind: 'variant', storage };
}

function listField(node: GroupNode): ListField | undefined {
  const [repeated, ...others] = node.children;
  if (repeated?.repetition !== 'repeated' || others.length > 0) return undefined;
  const isEntry = repeated.kind === 'leaf' || isElement(repeated, node);
  return listOf(node, repeated, isEntry ? entryOf(repeated) : childFields(repeated)[0]);
}

/**
 * True if the repeated group of a LIST is the list's element, as in older files; false if it wraps the element
 * (LogicalTypes.md#lists, backward compatibility).
 */
function isElement(repeated: GroupNode, list: GroupNode): boolean {
  if (repeated.children.length !== 1) return true;
  // This is a two-level list of lists: the wrapper in a three-level list has neither an annotation nor a repeated
  // child.
  if (repeated.annotation !== undefined || repeated.children[0]?.repetition === 'repeated') return true;
  return repeated.name === 'array' || repeated.name === `${list.name}_tuple`;
}

/**
 * Returns the list field whose entries are stored by `repeated`. `node` is the group annotated as LIST, or `repeated`
 * itself if the list has no such group.
 */
function listOf(node: SchemaNode, repeated: SchemaNode, element: Field | undefined): ListField | undefined {
  if (element === undefined) return undefined;
  const { leaves } = element;
  const base = node === repeated ? aroundRepeated(node, leaves) : baseOf(node, leaves);
  return { kind: 'list', ...base, ...entriesOf(repeated), element };
}

function mapField(node: GroupNode): MapField | undefined {
  const [repeated, ...others] = node.children;
  if (repeated?.repetition !== 'repeated' || repeated.kind !== 'group' || others.length > 0) return undefined;
  const [key, value, ...more] = childFields(repeated);
  if (key === undefined || more.length > 0 || repeated.children.length > 2) return undefined;
  const leaves = [...key.leaves, ...(value?.leaves ?? [])];
  return { kind: 'map', ...baseOf(node, leaves), ...entriesOf(repeated), key, value };
}

type Base = Pick<Field, 'name' | 'node' | 'nullable' | 'definitionLevel' | 'leaves'>;

function baseOf(node: SchemaNode, leaves: readonly LeafNode[]): Base {
  const { name, maxDefinitionLevel: definitionLevel } = node;
  return { name, node, nullable: node.repetition === 'optional', definitionLevel, leaves };
}

/**
 * Returns the properties that all kinds of fields share, for the list that a repeated node outside a LIST represents.
 */
function aroundRepeated(node: SchemaNode, leaves: readonly LeafNode[]): Base {
  return { name: node.name, node, nullable: false, definitionLevel: node.maxDefinitionLevel - 1, leaves };
}

function entriesOf(repeated: SchemaNode): Pick<ListField, 'entryDefinitionLevel' | 'repetitionLevel'> {
  return { entryDefinitionLevel: repeated.maxDefinitionLevel, repetitionLevel: repeated.maxRepetitionLevel };
}

/** True if any of the fields, at any depth, is a VARIANT. Code that reads or writes values then needs `@marquetry/variant`. */
export function holdVariants(fields: readonly Field[]): boolean {
  return fields.some(holdsVariant);
}

function holdsVariant(field: Field | undefined): boolean {
  switch (field?.kind) {
    case 'struct':
      return holdVariants(field.fields);
    case 'list':
      return holdsVariant(field.element);
    case 'map':
      return holdsVariant(field.key) || holdsVariant(field.value);
    default:
      return field?.kind === 'variant';
  }
}

/** Returns the field with only the columns in `wanted`; `undefined` if it has none of them. */
function prune(field: Field, wanted: ReadonlySet<LeafNode>): Field | undefined {
  if (field.kind === 'leaf') return wanted.has(field.leaf) ? field : undefined;
  const leaves = field.leaves.filter((leaf) => wanted.has(leaf));
  if (leaves.length === field.leaves.length) return field;
  if (leaves.length === 0) return undefined;
  const pruned = (fields: readonly (Field | undefined)[]): Field[] =>
    fields.map((child) => child && prune(child, wanted)).filter((child) => child !== undefined);
  switch (field.kind) {
    case 'struct':
      return { ...field, leaves, fields: pruned(field.fields) };
    // If only some of a VARIANT's columns are wanted, they are returned as a struct, because VARIANT values need all of
    // them.
    case 'variant':
      return prune(field.storage, wanted);
    case 'list': {
      const [element] = pruned([field.element]);
      return element === undefined ? undefined : { ...field, leaves, element };
    }
    case 'map': {
      const { key, value, entryDefinitionLevel, ...base } = field;
      const [first, second] = [prune(key, wanted), value && prune(value, wanted)];
      if (first !== undefined && second !== undefined) return { ...field, leaves, key: first, value: second };
      const [node = field.node] = field.node.kind === 'group' ? field.node.children : [];
      const element: StructField = {
        kind: 'struct',
        ...{ name: 'key_value', node, nullable: false, definitionLevel: entryDefinitionLevel, leaves },
        fields: pruned([key, value]),
      };
      return { ...base, kind: 'list', entryDefinitionLevel, leaves, element };
    }
  }
}
