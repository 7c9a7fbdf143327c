/** The type of layouts: a layout is a function that explains the values of one encoding. */
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

/** Adds fields for the encoded values, which start at `list.position` and extend to the end of `list`. */
export type Layout = (list: FieldList, values: PageValues) => void;
