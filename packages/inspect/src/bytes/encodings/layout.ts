/** A layout: the function that explains the values of an encoding. */
import type { DirectValues } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { FieldList } from '../field-list.js';
import type { ValueText } from '../texts.js';

/** The values to explain: their number, column and dictionary. */
export interface PageValues {
  readonly leaf: LeafNode;
  /** Number of values that are not null. */
  readonly count: number;
  /** Converts the PLAIN bytes of a value to text. */
  readonly text: ValueText;
  /** The chunk's dictionary, if the caller has decoded it. */
  readonly dictionary: DirectValues | undefined;
}

/** Adds the fields of encoded values that extend from the position of `list` to its end. */
export type Layout = (list: FieldList, values: PageValues) => void;
