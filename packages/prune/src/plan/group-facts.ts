/** Collects the counts and bounds that the footer states for the columns of a row group. */
import type { ParquetFile } from '@marquetry/file';
import { createStatisticsReader, type StatisticsReader } from '@marquetry/logical';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Facts } from '../verdict/facts.js';
import type { Ignored } from './scan-plan.js';

/** Looks up the counts and bounds that the footer states for the chunks of a file. */
export interface GroupFacts {
  /** Returns the counts and bounds of a chunk. Bounds that cannot be used, such as those in an unknown order, are left out. */
  of(rowGroup: number, leaf: LeafNode): Facts;
  /** Returns the object that parses the statistics of a column. */
  readerOf(leaf: LeafNode): StatisticsReader;
  /** Statistics of chunks passed to `of` that could not be used, with the reasons. */
  readonly ignored: readonly Ignored[];
}

/** Creates the lookup for a file from its footer, which is in memory. Reads nothing from the source. */
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
