/**
 * The nodes of a schema tree.
 */
import type { LeafColumn } from '@marquetry/core';
import type { SchemaElement } from '@marquetry/metadata';
import type { Annotation } from './logical.js';

/** How often a node occurs in its parent: once, at most once, any number of times. */
export type Repetition = 'required' | 'optional' | 'repeated';

interface NodeBase {
  readonly name: string;
  /** Names from below the root to here. */
  readonly path: readonly string[];
  readonly repetition: Repetition;
  /** Definition level of a value that is there as far as this node: optional and repeated nodes up to and with it. */
  readonly maxDefinitionLevel: number;
  /** Repeated nodes up to and with it. */
  readonly maxRepetitionLevel: number;
  /** What the values mean; absent where nothing is said, or nothing that fits the physical type. */
  readonly annotation?: Annotation;
  /** The element as the file has it. */
  readonly element: SchemaElement;
}

/** A node with children: a struct, or what LIST, MAP and the like are made of. */
export interface GroupNode extends NodeBase {
  readonly kind: 'group';
  readonly children: readonly SchemaNode[];
}

/** A column: physical type, width and maximum levels are those of {@link LeafColumn}. */
export interface LeafNode extends NodeBase, LeafColumn {
  readonly kind: 'leaf';
  /** Ordinal of the column, from 0: its place among a row group's chunks. */
  readonly index: number;
}

/** Narrow by `kind`. */
export type SchemaNode = GroupNode | LeafNode;

/** True for a column that is a direct child of the root and not repeated: its rows are its slots. */
export function isFlat(leaf: LeafNode): boolean {
  return leaf.path.length === 1 && leaf.repetition !== 'repeated';
}
