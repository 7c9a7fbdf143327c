/** Names of pages, and leaves by their index. */
import { nameOf, PageType } from '@marquetry/core';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Session } from './session.js';

/** Returns the name of a page type in the specification. */
export function pageTypeName(type: number): string {
  return nameOf(PageType, type);
}

/** Returns the leaf with an index. */
export function leafAt({ file }: Pick<Session, 'file'>, index: number): LeafNode {
  return file.schema.leaves[index] as LeafNode;
}

/** Returns the path of a leaf, as options and errors name it. */
export function pathOf(leaf: LeafNode): string {
  return formatPath(leaf.path);
}
