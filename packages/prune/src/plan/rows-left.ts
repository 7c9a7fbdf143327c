/**
 * Finds the rows of a row group that its column indexes cannot exclude.
 */
import type { LeafNode } from '@marquetry/schema';
import type { Predicate } from '../predicate/predicate.js';
import { verdictOfColumn } from '../verdict/tree-verdict.js';
import type { Finding } from '../verdict/verdict.js';
import type { PageStatistics } from './known-pages.js';
import { intersectRanges, RangeList, type Ranges, uniteRanges } from './ranges.js';

/** The rows of a row group that may match, and those that certainly match. */
export interface RowFindings {
  readonly maybe: Ranges;
  readonly sure: Ranges;
}

/**
 * Returns the rows that may match, and those that certainly match. Pages of different columns start at different rows,
 * so each test is decided by the pages of its own column, and the resulting sets of rows are combined.
 */
export function rowsLeft(
  predicate: Predicate,
  rowCount: number,
  pagesOf: (leaf: LeafNode) => PageStatistics | undefined,
  report: (finding: Finding, rows: number) => void = () => undefined,
): RowFindings {
  const all: Ranges = rowCount === 0 ? [] : [[0, rowCount]];
  switch (predicate.kind) {
    case 'constant':
      return predicate.value === true ? { maybe: all, sure: all } : { maybe: [], sure: [] };
    case 'function':
      return { maybe: all, sure: [] };
    case 'and':
    case 'or': {
      const combine = predicate.kind === 'and' ? intersectRanges : uniteRanges;
      const parts = predicate.parts.map((part) => rowsLeft(part, rowCount, pagesOf, report));
      return parts.reduce((a, b) => ({ maybe: combine(a.maybe, b.maybe), sure: combine(a.sure, b.sure) }));
    }
    default: {
      const pages = pagesOf(predicate.test.leaf);
      if (pages === undefined) return { maybe: all, sure: [] };
      const maybe = new RangeList();
      const sure = new RangeList();
      for (let page = 0; page + 1 < pages.starts.length; page++) {
        const from = pages.starts[page] as number;
        const to = pages.starts[page + 1] as number;
        const finding = verdictOfColumn(predicate, pages.of(page));
        if (finding.verdict === 'none') report(finding, to - from);
        else maybe.add(from, to);
        if (finding.verdict === 'all') sure.add(from, to);
      }
      return { maybe: maybe.ranges, sure: sure.ranges };
    }
  }
}
