/**
 * A schema node for reading a single path of a VARIANT: a group that has only the columns that store the path.
 *
 *   group event (VARIANT)             group event.user.id (VARIANT), names: user, id
 *     metadata, value                   metadata, value
 *     typed_value                       typed_value
 *       user                              user
 *         value                             value
 *         typed_value                       typed_value
 *           id                                id
 *             value, typed_value                value, typed_value
 *           name
 */
import type { GroupNode, SchemaNode } from '@marquetry/schema';

/**
 * The schema node of a path into a VARIANT. Its entries are the values at `variantPath` in the VARIANT, or null if the
 * path is missing.
 */
export interface PathNode extends GroupNode {
  readonly variantPath: readonly string[];
}

/** Returns the names that lead to the path inside the VARIANT; undefined for a whole VARIANT. */
export function namesOfPath(node: SchemaNode): readonly string[] | undefined {
  return (node as Partial<PathNode>).variantPath;
}
