/** What the explanation of encoded values needs to know. */
import type { DirectValues } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { FieldList } from '../field-list.js';
import type { ValueText } from '../texts.js';

/** The values of a page. */
export interface PageValues {
  readonly leaf: LeafNode;
  /** Number of values, without nulls. */
  readonly count: number;
  /** Writes the bytes of a value in the PLAIN encoding. */
  readonly text: ValueText;
  /** The chunk's dictionary, if it is known. */
  readonly dictionary: DirectValues | undefined;
}

/** Adds the fields of encoded values, from the list's position to its end. */
export type Layout = (list: FieldList, values: PageValues) => void;
