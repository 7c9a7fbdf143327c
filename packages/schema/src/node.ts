/** The nodes of a schema tree. */
import type { LeafColumn } from '@marquetry/core';
import type { SchemaElement } from '@marquetry/metadata';
import type { Annotation } from './logical.js';

/** The number of times that a node occurs in its parent: exactly once, at most once, or any number of times. */
export type Repetition = 'required' | 'optional' | 'repeated';

interface NodeBase {
  readonly name: string;
  /** The names of the nodes on the path from the root, which is omitted, to this node. */
  readonly path: readonly string[];
  readonly repetition: Repetition;
  /**
   * The definition level at which this node is present: the number of optional and repeated nodes on the path,
   * including this one.
   */
  readonly maxDefinitionLevel: number;
  /** The number of repeated nodes on the path, including this one. */
  readonly maxRepetitionLevel: number;
  /**
   * The logical type or converted type of the node. Absent if the file has none, or has one that the physical type does
   * not allow.
   */
  readonly annotation?: Annotation;
  /** The schema element of the node, as stored in the footer. */
  readonly element: SchemaElement;
}

/** A node with children: a struct, or a group that stores a LIST, a MAP or a VARIANT. */
export interface GroupNode extends NodeBase {
  readonly kind: 'group';
  readonly children: readonly SchemaNode[];
}

/** A column in a schema tree. Its physical type, width and maximum levels are those of {@link LeafColumn}. */
export interface LeafNode extends NodeBase, LeafColumn {
  readonly kind: 'leaf';
  /** The ordinal of the column in the schema, and of its chunk in each row group, counted from 0. */
  readonly index: number;
}

/** A node of a schema tree. Narrow it by `kind`. */
export type SchemaNode = GroupNode | LeafNode;

/** True for a column that is a direct child of the root and not repeated: it has exactly one slot per row. */
export function isFlat(leaf: LeafNode): boolean {
  return leaf.path.length === 1 && leaf.repetition !== 'repeated';
}
