/**
 * VARIANT columns, which each file may shred in its own way. The dataset has the columns `metadata` and `value` of a VARIANT whose files differ;
 * each opened file has its own:
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

/** The columns of a VARIANT that is not shredded. */
export const unshredded: readonly SchemaElement[] = [
  { name: 'metadata', type: PhysicalType.BYTE_ARRAY, repetitionType: FieldRepetitionType.REQUIRED },
  { name: 'value', type: PhysicalType.BYTE_ARRAY, repetitionType: FieldRepetitionType.OPTIONAL },
];

/** The elements of the nodes, depth first. */
function elementsOf(nodes: readonly SchemaNode[]): readonly SchemaElement[] {
  return nodes.flatMap((node) =>
    node.kind === 'leaf'
      ? [node.element]
      : [{ ...node.element, numChildren: node.children.length }, ...elementsOf(node.children)],
  );
}

/** True if the files store the VARIANT in columns of the same names and types. */
export function isStoredAlike(a: GroupNode, b: GroupNode): boolean {
  return textOf(elementsOf(a.children)) === textOf(elementsOf(b.children));
}

/** Serializes members in sorted order, because objects from two parsers may differ in it. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** True if the path goes into a VARIANT, and does not name one of its columns. */
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

/** True if the path names a VARIANT. */
export function isVariantAt({ root }: Schema, path: readonly string[]): boolean {
  let node: SchemaNode | undefined = root;
  for (const name of path)
    node = node?.kind === 'group' ? node.children.find((child) => child.name === name) : undefined;
  return node !== undefined && isVariant(node);
}

/**
 * Returns the schema of the dataset with the storage of VARIANT columns in one file: the schema itself if it is the same.
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
