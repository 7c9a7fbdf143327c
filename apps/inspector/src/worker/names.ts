/** Looks up the names of page types, and the leaves of a schema by index. */
import { nameOf, PageType } from '@marquetry/core';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Session } from './session.js';

/** Returns the name that the specification gives a page type. */
export function pageTypeName(type: number): string {
  return nameOf(PageType, type);
}

/** Returns the leaf with the given index. The schema must have such a leaf. */
export function leafAt({ file }: Pick<Session, 'file'>, index: number): LeafNode {
  return file.schema.leaves[index] as LeafNode;
}

/** Returns the path of a leaf as text, in the form used in options and errors. */
export function pathOf(leaf: LeafNode): string {
  return formatPath(leaf.path);
}
