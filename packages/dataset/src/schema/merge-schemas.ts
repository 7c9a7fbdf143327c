/**
 * Merges the schemas of files. Columns are matched by name or by field id.
 *
 *   a: INT32, b: STRING          a: INT64, c: DOUBLE
 *                 \             /
 *       a: INT64, b: STRING optional, c: DOUBLE optional
 *
 * If a VARIANT has different storage columns in different files, the merged VARIANT has those of an unshredded VARIANT.
 * A column that some files do not have becomes optional. The merged columns are in the order in which they first appear
 * in the files.
 */
import { type Limits, ParquetError } from '@marquetry/core';
import { FieldRepetitionType, type SchemaElement } from '@marquetry/metadata';
import {
  createSchema,
  formatPath,
  type GroupNode,
  type LeafNode,
  type Repetition,
  type Schema,
  type SchemaNode,
} from '@marquetry/schema';
import { keyOf, type MatchBy } from './node-key.js';
import { isStoredAlike, isVariant, unshredded } from './variant-storage.js';
import { leafOfType, refuseTypes, typeOf, wider } from './widen-type.js';

/** The schema of a file, and the path of that file for error messages. */
export interface FileSchema {
  readonly path: string;
  readonly schema: Schema;
}

interface Merged {
  node: SchemaNode;
  /** The path of the file that has `node`, for error messages. */
  path: string;
  element: SchemaElement;
  repetition: Repetition;
  /** The child nodes, if this node is a group. */
  readonly children: Map<string, Merged>;
  /** Number of files that have this node. */
  count: number;
}

/**
 * Merges schemas, and appends the columns `fields`. Set `isOpen` if the dataset has more files, whose schemas are not
 * known: then all columns become optional, because those files may not have them.
 * @throws ParquetError UNSUPPORTED if a column has types or structures that cannot be merged.
 */
export function mergeSchemas(
  schemas: readonly FileSchema[],
  by: MatchBy,
  limits: Limits,
  { fields = [], isOpen = false }: { readonly fields?: readonly SchemaElement[]; readonly isOpen?: boolean } = {},
): Schema {
  const [first, ...others] = schemas;
  if (first === undefined) throw new ParquetError('INVALID_ARGUMENT', 'a dataset needs at least one file');
  const root = mergedOf(first.schema.root, first.path, by);
  for (const { schema, path } of others) mergeGroup(root, schema.root, path, by);
  const own = new Set(fields.map(({ name }) => name));
  const elements: SchemaElement[] = [];
  for (const child of root.children.values()) {
    if (!own.has(child.element.name)) writeElements(child, root.count, isOpen, elements);
  }
  const columns = [...root.children.values()].filter(({ element }) => !own.has(element.name)).length;
  return createSchema(
    [{ name: root.element.name, numChildren: columns + fields.length }, ...elements, ...fields],
    limits,
  );
}

function mergedOf(node: SchemaNode, path: string, by: MatchBy): Merged {
  const { element, repetition } = node;
  const merged: Merged = { node, path, element, repetition, children: new Map(), count: node.kind === 'group' ? 0 : 1 };
  if (node.kind === 'group') mergeGroup(merged, node, path, by);
  return merged;
}

function mergeGroup(merged: Merged, group: GroupNode, path: string, by: MatchBy): void {
  merged.count++;
  const seen = new Set<string>();
  for (const child of group.children) {
    const key = keyOf(child, by);
    if (seen.has(key)) {
      const what = `${path} has two columns with the same ${by}`;
      throw new ParquetError('UNSUPPORTED', what, { column: formatPath(child.path) });
    }
    seen.add(key);
    const known = merged.children.get(key);
    if (known === undefined) merged.children.set(key, mergedOf(child, path, by));
    else mergeNode(known, child, path, by);
  }
}

function mergeNode(merged: Merged, node: SchemaNode, path: string, by: MatchBy): void {
  const column = formatPath(node.path);
  if ((merged.repetition === 'repeated') !== (node.repetition === 'repeated')) {
    refuseShape(column, merged.path, merged.repetition, path, node.repetition);
  }
  if (node.repetition === 'optional') merged.repetition = 'optional';
  if (node.kind === 'group') {
    if (merged.node.kind !== 'group') refuseShape(column, merged.path, 'a leaf', path, 'a group');
    const [a, b] = [merged.node.annotation?.kind, node.annotation?.kind];
    if (a !== b) refuseShape(column, merged.path, a ?? 'a struct', path, b ?? 'a struct');
    if (isVariant(merged.node) && isVariant(node)) mergeVariant(merged, merged.node, node);
    else mergeGroup(merged, node, path, by);
    return;
  }
  if (merged.node.kind === 'group') refuseShape(column, merged.path, 'a group', path, 'a leaf');
  const known: LeafNode = merged.node;
  const type = wider(known, node) ?? refuseTypes(column, known, merged.path, node, path);
  merged.count++;
  const { name, fieldId } = merged.element;
  merged.element = { name, ...(fieldId !== undefined && { fieldId }), ...type };
  // Compare the next file with the merged type.
  merged.node = leafOfType(merged.element);
}

function mergeVariant(merged: Merged, known: GroupNode, node: GroupNode): void {
  merged.count++;
  if (isStoredAlike(known, node)) {
    for (const child of merged.children.values()) addCount(child);
    return;
  }
  const schema = createSchema([{ name: 'root', numChildren: unshredded.length }, ...unshredded]);
  merged.children.clear();
  for (const leaf of schema.root.children) {
    merged.children.set(`name ${leaf.name}`, { ...mergedOf(leaf, merged.path, 'name'), count: merged.count });
  }
  merged.node = { ...known, children: schema.root.children };
}

function addCount(merged: Merged): void {
  merged.count++;
  for (const child of merged.children.values()) addCount(child);
}

function refuseShape(column: string, first: string, shape: string, second: string, other: string): never {
  throw new ParquetError('UNSUPPORTED', `the column is ${shape} in ${first}, but ${other} in ${second}`, { column });
}

const repetitionTypes = {
  required: FieldRepetitionType.REQUIRED,
  optional: FieldRepetitionType.OPTIONAL,
  repeated: FieldRepetitionType.REPEATED,
} as const;

function writeElements(merged: Merged, parentCount: number, isOpen: boolean, out: SchemaElement[]): void {
  const { node, repetition, count, children } = merged;
  const isMissing = count < parentCount || isOpen;
  const repetitionType = repetitionTypes[repetition === 'required' && isMissing ? 'optional' : repetition];
  if (node.kind === 'leaf') {
    const { name, fieldId } = merged.element;
    out.push({
      name,
      repetitionType,
      ...(fieldId !== undefined && { fieldId }),
      ...typeOf({ ...node, element: merged.element }),
    });
    return;
  }
  out.push({ ...merged.element, repetitionType, numChildren: children.size });
  // The storage columns of a VARIANT do not become optional, although files may have different ones.
  for (const child of children.values()) writeElements(child, count, isOpen && !isVariant(node), out);
}
