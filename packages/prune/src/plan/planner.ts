/**
 * Plans row groups: finds the rows that metadata cannot exclude.
 *
 *   statistics        in the footer, which is already in memory
 *   Bloom filters     of the remaining row groups, if the predicate tests for equality
 *   column indexes    of the predicate's columns, with their offset indexes
 *
 * Each step fetches its metadata for all remaining row groups at once.
 */
import { isParquetError } from '@marquetry/core';
import type { ParquetFile, UseMetadata } from '@marquetry/file';
import type { OffsetIndex } from '@marquetry/metadata';
import { formatPath, type LeafNode } from '@marquetry/schema';
import { leavesIn, type Predicate } from '../predicate/predicate.js';
import { verdictOf } from '../verdict/tree-verdict.js';
import type { Finding } from '../verdict/verdict.js';
import { createBloomFindings } from './bloom.js';
import { createDictionaryFindings } from './dictionary.js';
import { createGroupFacts } from './group-facts.js';
import { keepPages, knownPages, type PageStatistics } from './known-pages.js';
import type { MetadataSource } from './metadata-source.js';
import { intersectRanges, type Ranges, rowsIn } from './ranges.js';
import { rowsLeft } from './rows-left.js';
import type { Ignored, Skip } from './scan-plan.js';

export interface PlannerOptions {
  /** The file. Its metadata is read through `source`. */
  readonly file: ParquetFile;
  readonly source: MetadataSource;
  /**
   * Columns to read for the rows that match. Their offset indexes are fetched together with those of the predicate's
   * columns.
   */
  readonly output: readonly LeafNode[];
  readonly predicate: Predicate;
  readonly use: UseMetadata;
  readonly signal: AbortSignal | undefined;
}

/** The rows that the caller requested from a row group. */
export interface AskedRows {
  readonly rowGroup: number;
  readonly rows: Ranges;
}

/** The requested rows of a row group that metadata could not exclude. */
export interface PlannedGroup extends AskedRows {
  readonly decided: 'all' | 'some';
  readonly why?: string;
}

export interface Planner {
  /** Returns the row groups that may have matching rows, in the order of `asked`. */
  plan(asked: readonly AskedRows[]): Promise<readonly PlannedGroup[]>;
  readonly skipped: readonly Skip[];
  readonly ignored: readonly Ignored[];
}

export function createPlanner({ file, source, output, predicate, use, signal }: PlannerOptions): Planner {
  const { statistics = true, bloom = true, dictionary = true, columnIndex = true } = use;
  const facts = createGroupFacts(file);
  const filters = createBloomFindings(file, predicate, source, signal);
  const dictionaries = createDictionaryFindings(file, predicate, signal);
  const skipped: Skip[] = [];
  const ignored: Ignored[] = [];
  const skip = ({ rowGroup, rows }: AskedRows, by: Skip['by'], { column = '', why = '' }: Finding): void => {
    skipped.push({ rowGroup, rows: rowsIn(rows), by, column, why });
  };
  /** Records which row groups a planning step excludes, and returns the other row groups. */
  const leftBy = <T extends AskedRows>(by: Skip['by'], groups: readonly T[], findings: readonly Finding[]): T[] =>
    groups.filter((group, i) => {
      const finding = findings[i] as Finding;
      if (finding.verdict === 'none') skip(group, by, finding);
      return finding.verdict !== 'none';
    });

  const byStatistics = (asked: readonly AskedRows[]): PlannedGroup[] => {
    const isConstant = predicate.kind === 'constant';
    if (!statistics && !isConstant) return asked.map((group) => ({ ...group, decided: 'some' }));
    const findings = asked.map(({ rowGroup }) => verdictOf(predicate, (leaf) => facts.of(rowGroup, leaf)));
    const planned = asked.map((group, i): PlannedGroup => {
      const { verdict, why } = findings[i] as Finding;
      return verdict === 'all'
        ? { ...group, decided: 'all', ...(why !== undefined && { why }) }
        : { ...group, decided: 'some' };
    });
    return leftBy(isConstant ? 'predicate' : 'statistics', planned, findings);
  };

  /**
   * Applies a planning step to the row groups that are not decided yet: neither excluded nor known to match entirely.
   */
  const undecided = async (
    groups: readonly PlannedGroup[],
    step: (open: readonly PlannedGroup[]) => Promise<readonly PlannedGroup[]>,
  ): Promise<readonly PlannedGroup[]> => {
    const open = groups.filter(({ decided }) => decided === 'some');
    const left = new Map((await step(open)).map((group) => [group.rowGroup, group]));
    return groups.flatMap((group) => (group.decided === 'all' ? [group] : (left.get(group.rowGroup) ?? [])));
  };

  const byPages = async (groups: readonly PlannedGroup[]): Promise<readonly PlannedGroup[]> => {
    const leaves = leavesIn(predicate);
    const withPages = groups.filter(({ rowGroup }) =>
      leaves.some((leaf) => indexRanges(file, rowGroup, leaf).length > 0),
    );
    const ranges = withPages.flatMap(({ rowGroup }) => [
      ...leaves.flatMap((leaf) => indexRanges(file, rowGroup, leaf)),
      ...output.flatMap((leaf) => indexRanges(file, rowGroup, leaf).slice(1)),
    ]);
    await source.load([...new Map(ranges.map((range) => [range.offset, range])).values()]);
    return (await Promise.all(groups.map((group) => pruned(group, leaves)))).flat();
  };
  const pruned = async (group: PlannedGroup, leaves: readonly LeafNode[]): Promise<readonly PlannedGroup[]> => {
    const { rowGroup, rows } = group;
    const rowCount = file.metadata.rowGroups[rowGroup]?.numRows ?? 0;
    const pages = new Map<LeafNode, PageStatistics | undefined>();
    for (const leaf of leaves) pages.set(leaf, await pagesOf(rowGroup, leaf, rowCount));
    const reasons: Finding[] = [];
    const { maybe, sure } = rowsLeft(
      predicate,
      rowCount,
      (leaf) => pages.get(leaf),
      (finding) => reasons.push(finding),
    );
    const left = intersectRanges(rows, maybe);
    const lost = rowsIn(rows) - rowsIn(left);
    if (lost > 0) {
      const [first] = reasons;
      const more = reasons.length > 1 ? `; other excluded pages: ${reasons.length - 1}` : '';
      skipped.push({
        rowGroup,
        rows: lost,
        by: 'columnIndex',
        column: first?.column ?? '',
        why: `${first?.why ?? ''}${more}`,
      });
    }
    if (left.length === 0) return [];
    const isSure = rowsIn(intersectRanges(left, sure)) === rowsIn(left);
    return [
      {
        rowGroup,
        rows: left,
        decided: isSure ? 'all' : 'some',
        ...(isSure && { why: 'the bounds of all pages prove that the remaining rows match' }),
      },
    ];
  };
  const pagesOf = async (rowGroup: number, leaf: LeafNode, rowCount: number): Promise<PageStatistics | undefined> => {
    const address = { rowGroup, column: leaf };
    const location = file.chunk(address);
    const known = knownPages(location);
    if (known !== undefined) return known;
    const [columnIndexRange, offsetIndexRange] = indexRanges(file, rowGroup, leaf);
    if (columnIndexRange === undefined || offsetIndexRange === undefined) return undefined;
    const ignore = (why: string): undefined => {
      ignored.push({ rowGroup, column: formatPath(leaf.path), why: `column index ignored: ${why}` });
      return undefined;
    };
    let offsets: OffsetIndex | undefined;
    try {
      const index = await file.columnIndex(address, signal);
      offsets = await file.offsetIndex(address, signal);
      if (index === undefined || offsets === undefined) return undefined;
      const found = facts.readerOf(leaf).ofPages(index, offsets, rowCount);
      return found === undefined ? ignore('the index must have one entry per page') : keepPages(file, location, found);
    } catch (error) {
      // A file can be read without its page indexes, so a corrupt index must not make the read fail.
      if (isParquetError(error) && error.code !== 'LIMIT') return ignore(error.reason);
      throw error;
    }
  };

  return {
    skipped,
    get ignored(): readonly Ignored[] {
      return [...facts.ignored, ...ignored];
    },
    plan: async (asked) => {
      await file.unlock([...leavesIn(predicate), ...output], signal);
      let groups: readonly PlannedGroup[] = byStatistics(asked);
      if (bloom && filters.isUseful) {
        groups = await undecided(groups, async (open) =>
          leftBy('bloom', open, await filters.of(open.map(({ rowGroup }) => rowGroup))),
        );
      }
      if (columnIndex) groups = await undecided(groups, byPages);
      if (dictionary && dictionaries.isUseful) {
        groups = await undecided(groups, async (open) =>
          leftBy('dictionary', open, await dictionaries.of(open.map(({ rowGroup }) => rowGroup))),
        );
      }
      return groups;
    },
  };
}

/**
 * Returns the byte ranges of a chunk's column index and offset index. Returns an empty array unless the chunk has both.
 */
function indexRanges(
  file: ParquetFile,
  rowGroup: number,
  leaf: LeafNode,
): readonly { readonly offset: number; readonly length: number }[] {
  const { chunk, dataEnd } = file.chunk({ rowGroup, column: leaf });
  const { columnIndexOffset, columnIndexLength, offsetIndexOffset, offsetIndexLength } = chunk;
  const ranges = [
    { offset: columnIndexOffset ?? 0, length: columnIndexLength ?? 0 },
    { offset: offsetIndexOffset ?? 0, length: offsetIndexLength ?? 0 },
  ];
  const isThere = ranges.every(({ offset, length }) => offset > 0 && length > 0 && offset + length <= dataEnd);
  return isThere ? ranges : [];
}
