/** Determines which nodes of different files are the same. */
import type { SchemaNode } from '@marquetry/schema';

/** Whether columns of different files are matched by their names or by their field ids. */
export type MatchBy = 'name' | 'fieldId';

/**
 * Returns the key of a node. Nodes with the same key are matched. If nodes are matched by field id, a node without an
 * id (such as the wrapper of a list) is matched by its name.
 */
export function keyOf(node: SchemaNode, by: MatchBy): string {
  const { fieldId } = node.element;
  return by === 'fieldId' && fieldId !== undefined ? `id ${fieldId}` : `name ${node.name}`;
}
