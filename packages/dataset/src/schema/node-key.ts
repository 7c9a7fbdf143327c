/** Determines how nodes of different files are matched. */
import type { SchemaNode } from '@marquetry/schema';

/** The property by which columns of different files are matched. */
export type MatchBy = 'name' | 'fieldId';

/**
 * Returns the key by which nodes are matched. When matching by id, nodes without an id (such as the wrappers of lists)
 * are matched by name.
 */
export function keyOf(node: SchemaNode, by: MatchBy): string {
  const { fieldId } = node.element;
  return by === 'fieldId' && fieldId !== undefined ? `id ${fieldId}` : `name ${node.name}`;
}
