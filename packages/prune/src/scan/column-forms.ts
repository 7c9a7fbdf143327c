/**
 * In which form columns are read, by who needs them: the caller's functions, the output, and comparisons, which take any.
 */
import type { ReadBatchesOptions } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import type { Predicate } from '../predicate/predicate.js';

export interface ColumnForms {
  readonly spaced: (leaf: LeafNode) => boolean;
  readonly decodeDictionaries: (leaf: LeafNode) => boolean;
}

/** The forms that the output asks for. */
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
 * Those of a column that is read for a predicate: functions get spaced columns, without dictionaries. Others stay indices where they have a
 * dictionary, of which each entry is tested once; what is output is gathered from the rows that passed.
 */
export function filterForms(output: ColumnForms, inFunctions: ReadonlySet<LeafNode>): ColumnForms {
  return {
    spaced: (leaf) => inFunctions.has(leaf) || output.spaced(leaf),
    decodeDictionaries: (leaf) => inFunctions.has(leaf),
  };
}

/** The columns that functions of a predicate look at. */
export function leavesOfFunctions(predicate: Predicate): ReadonlySet<LeafNode> {
  const found = new Set<LeafNode>();
  const collect = (part: Predicate): void => {
    if (part.kind === 'and' || part.kind === 'or') part.parts.forEach(collect);
    else if (part.kind === 'function') for (const leaf of part.test.leaves) found.add(leaf);
  };
  collect(predicate);
  return found;
}
