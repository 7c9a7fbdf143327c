/** Determines which nodes of different files correspond to each other. */
import type { SchemaNode } from '@marquetry/schema';

/** Whether columns of different files are matched by their names or by their field ids. */
export type MatchBy = 'name' | 'fieldId';

/**
 * Returns the key by which a node is matched: its name or its field id. A node without a field id (such as the inner
 * group of a list) is always matched by its name.
 */
export function keyOf(node: SchemaNode, by: MatchBy): string {
  const { fieldId } = node.element;
  return by === 'fieldId' && fieldId !== undefined ? `id ${fieldId}` : `name ${node.name}`;
}
