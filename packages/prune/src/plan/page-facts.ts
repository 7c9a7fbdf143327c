/**
 * What a ColumnIndex states of the pages of a chunk, and which rows it leaves.
 */
import { type BoundsReader, usableBounds } from '@marquetry/logical';
import type { ColumnIndex, OffsetIndex } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import type { Predicate } from '../predicate/predicate.js';
import type { Facts } from '../verdict/facts.js';
import { verdictOf } from '../verdict/tree-verdict.js';
import type { Finding } from '../verdict/verdict.js';
import { countsOf } from './group-facts.js';
import { intersectRanges, mergeRanges, type Range, type Ranges, uniteRanges } from './ranges.js';

/** The pages of a chunk, by its two indexes. */
export interface PageFacts {
  /** First row of each page, and the number of rows of the row group behind the last. */
  readonly starts: readonly number[];
  of(page: number): Facts;
}

/** Undefined where the two indexes do not describe the same pages: such an index is not used. */
export function pageFactsOf(
  leaf: LeafNode,
  index: ColumnIndex,
  { pageLocations }: OffsetIndex,
  rowCount: number,
  reader: BoundsReader,
): PageFacts | undefined {
  const count = pageLocations.length;
  const { nullPages, minValues, maxValues, nullCounts, nanCounts } = index;
  if (nullPages.length !== count || minValues.length !== count || maxValues.length !== count) return undefined;
  if (nullCounts !== undefined && nullCounts.length !== count) return undefined;
  const starts = [...pageLocations.map(({ firstRowIndex }) => firstRowIndex), rowCount];
  const isRepeated = leaf.maxRepetitionLevel > 0;
  return {
    starts,
    of: (page) => {
      const rows = (starts[page + 1] as number) - (starts[page] as number);
      const isNullPage = nullPages[page] === true;
      // Below a repetition the slots of a page are not known: none of its counts can be compared with them.
      const slotCount = isRepeated ? Number.POSITIVE_INFINITY : rows;
      const counts = countsOf({ ...at('nullCount', nullCounts, page), ...at('nanCount', nanCounts, page) }, slotCount);
      const nullCount = isNullPage ? slotCount : counts.nullCount;
      const stored = reader.ofIndexedPage(index, page);
      const bounds = stored === undefined ? undefined : usableBounds(stored, counts.nanCount !== undefined);
      return { slotCount, nullCount, nanCount: counts.nanCount, bounds };
    },
  };
}

function at<K extends string>(
  name: K,
  values: readonly number[] | undefined,
  i: number,
): { readonly [Key in K]?: number } {
  const value = values?.[i];
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in K]?: number };
}

/** Rows that may pass, and those that are sure to. `why` names what proved each page that is left out. */
export interface RowFindings {
  readonly maybe: Ranges;
  readonly sure: Ranges;
}

/**
 * The rows of a row group that pages leave. Pages of columns do not meet: each test is decided by the pages of its own
 * column, and the rows are combined.
 */
export function rowsLeft(
  predicate: Predicate,
  rowCount: number,
  pagesOf: (leaf: LeafNode) => PageFacts | undefined,
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
      const maybe: Range[] = [];
      const sure: Range[] = [];
      for (let page = 0; page + 1 < pages.starts.length; page++) {
        const range: Range = [pages.starts[page] as number, pages.starts[page + 1] as number];
        const finding = verdictOf(predicate, () => pages.of(page));
        if (finding.verdict === 'none') report(finding, range[1] - range[0]);
        else maybe.push(range);
        if (finding.verdict === 'all') sure.push(range);
      }
      return { maybe: mergeRanges(maybe), sure: mergeRanges(sure) };
    }
  }
}
