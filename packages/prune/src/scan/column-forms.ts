/**
 * Decides in which form a column is read: dense (without entries for nulls) or spaced (with an entry for each null),
 * and with or without a dictionary. The output and the functions in a predicate require certain forms; comparisons
 * accept any form.
 */
import type { ReadBatchesOptions } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import type { Predicate } from '../predicate/predicate.js';

export interface ColumnForms {
  readonly spaced: (leaf: LeafNode) => boolean;
  readonly decodeDictionaries: (leaf: LeafNode) => boolean;
}

/** Returns the form (dense or spaced, with or without a dictionary) that a read's options choose for its columns. */
export function outputForms({
  spaced = false,
  decodeDictionaries = false,
}: Pick<ReadBatchesOptions, 'spaced' | 'decodeDictionaries'>): ColumnForms {
  return {
    spaced: typeof spaced === 'function' ? spaced : () => spaced,
    decodeDictionaries: typeof decodeDictionaries === 'function' ? decodeDictionaries : () => decodeDictionaries,
  };
}

/**
 * Returns the forms of the columns that are read for a predicate. Functions get values without a dictionary, with an
 * entry for each null. For comparisons, a column with a dictionary is read as indices: each dictionary entry is tested
 * once, and values are looked up only for the rows that match.
 */
export function filterForms(output: ColumnForms, inFunctions: ReadonlySet<LeafNode>): ColumnForms {
  return {
    spaced: (leaf) => inFunctions.has(leaf) || output.spaced(leaf),
    decodeDictionaries: (leaf) => inFunctions.has(leaf),
  };
}

/** Returns the columns that are passed to the functions of a predicate. */
export function leavesOfFunctions(predicate: Predicate): ReadonlySet<LeafNode> {
  const found = new Set<LeafNode>();
  const collect = (part: Predicate): void => {
    if (part.kind === 'and' || part.kind === 'or') part.parts.forEach(collect);
    else if (part.kind === 'function') for (const leaf of part.test.leaves) found.add(leaf);
  };
  collect(predicate);
  return found;
}
