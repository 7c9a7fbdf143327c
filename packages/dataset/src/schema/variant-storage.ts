/**
 * The storage columns of VARIANTs, which may be shredded differently in each file. If the files differ, the VARIANT has
 * the columns `metadata` and `value` in the schema of the dataset. In the schema of an opened file, it has the columns
 * that the file stores:
 *
 *   file a: metadata, value, typed_value.user     file b: metadata, value     dataset: metadata, value
 */
import { PhysicalType } from '@marquetry/core';
import { FieldRepetitionType, type SchemaElement } from '@marquetry/metadata';
import { createSchema, type GroupNode, type Schema, type SchemaNode } from '@marquetry/schema';
import { keyOf, type MatchBy } from './node-key.js';

export function isVariant(node: SchemaNode): node is GroupNode {
  return node.kind === 'group' && node.annotation?.kind === 'VARIANT';
}

/** The schema elements of the columns in an unshredded VARIANT. */
export const unshredded: readonly SchemaElement[] = [
  { name: 'metadata', type: PhysicalType.BYTE_ARRAY, repetitionType: FieldRepetitionType.REQUIRED },
  { name: 'value', type: PhysicalType.BYTE_ARRAY, repetitionType: FieldRepetitionType.OPTIONAL },
];

/** Returns the schema elements of the given nodes and of all nodes below them, depth first. */
function elementsOf(nodes: readonly SchemaNode[]): readonly SchemaElement[] {
  return nodes.flatMap((node) =>
    node.kind === 'leaf'
      ? [node.element]
      : [{ ...node.element, numChildren: node.children.length }, ...elementsOf(node.children)],
  );
}

/** True if both VARIANT groups have storage columns with the same names and types. */
export function isStoredAlike(a: GroupNode, b: GroupNode): boolean {
  return textOf(elementsOf(a.children)) === textOf(elementsOf(b.children));
}

/**
 * Returns a value as JSON text, so that values can be compared. Members are sorted, because parsers may create them in
 * different orders.
 */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** True if the path leads to a value inside a VARIANT, and not to one of its storage columns. */
export function isVariantPath({ root }: Schema, path: readonly string[]): boolean {
  let node: SchemaNode | undefined = root;
  let isInside = false;
  for (const name of path) {
    isInside ||= isVariant(node);
    node = node.kind === 'group' ? node.children.find((child) => child.name === name) : undefined;
    if (node === undefined) return isInside;
  }
  return false;
}

/** True if the node at the path is a VARIANT. */
export function isVariantAt({ root }: Schema, path: readonly string[]): boolean {
  let node: SchemaNode | undefined = root;
  for (const name of path)
    node = node?.kind === 'group' ? node.children.find((child) => child.name === name) : undefined;
  return node !== undefined && isVariant(node);
}

/**
 * Returns a copy of the schema `dataset` in which each VARIANT has the storage columns that it has in `file`. Returns
 * `dataset` itself if nothing differs.
 */
export function schemaInFile(dataset: Schema, file: Schema, by: MatchBy): Schema {
  let isSame = true;
  const childrenOf = (group: GroupNode, inFile: GroupNode): readonly SchemaElement[] => {
    const byKey = new Map(inFile.children.map((child) => [keyOf(child, by), child]));
    return group.children.flatMap((child) => {
      const found = byKey.get(keyOf(child, by));
      if (child.kind === 'leaf' || found?.kind !== 'group') return elementsOf([child]);
      const differs = isVariant(child) && isVariant(found) && !isStoredAlike(child, found);
      if (differs) isSame = false;
      const below = differs ? elementsOf(found.children) : childrenOf(child, found);
      return [{ ...child.element, numChildren: (differs ? found : child).children.length }, ...below];
    });
  };
  const elements = childrenOf(dataset.root, file.root);
  return isSame
    ? dataset
    : createSchema([{ ...dataset.root.element, numChildren: dataset.root.children.length }, ...elements]);
}
