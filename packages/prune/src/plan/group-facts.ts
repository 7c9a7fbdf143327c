/** Parses the statistics in the footer: the counts and bounds of each column in each row group. */
import type { ParquetFile } from '@marquetry/file';
import { createStatisticsReader, type StatisticsReader } from '@marquetry/logical';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Facts } from '../verdict/facts.js';
import type { Ignored } from './scan-plan.js';

/** Looks up the counts and bounds of column chunks in the footer of a file. */
export interface GroupFacts {
  /**
   * Returns the counts and bounds of a chunk. Bounds that cannot be used, such as those in an unknown order, are
   * omitted.
   */
  of(rowGroup: number, leaf: LeafNode): Facts;
  /** Returns the reader that parses the statistics of a column. */
  readerOf(leaf: LeafNode): StatisticsReader;
  /** Statistics that `of` could not use, with the reasons. */
  readonly ignored: readonly Ignored[];
}

/** Creates the lookup from the footer of a file, which is already in memory. Reads nothing from the source. */
export function createGroupFacts(file: ParquetFile): GroupFacts {
  const readers = new Map<LeafNode, StatisticsReader>();
  const ignored: Ignored[] = [];
  const readerOf = (leaf: LeafNode): StatisticsReader => {
    const known = readers.get(leaf);
    if (known !== undefined) return known;
    const made = createStatisticsReader(leaf, file.metadata);
    readers.set(leaf, made);
    return made;
  };
  return {
    ignored,
    readerOf,
    of: (rowGroup, leaf) => {
      const { metaData } = file.chunk({ rowGroup, column: leaf });
      const facts = readerOf(leaf).of(metaData.statistics, metaData.numValues);
      if (facts.ignored !== undefined) {
        ignored.push({ rowGroup, column: formatPath(leaf.path), why: `statistics ignored: ${facts.ignored}` });
      }
      return facts;
    },
  };
}
