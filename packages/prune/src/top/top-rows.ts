/**
 * Finds the first rows in the sort order of one column, without sorting all rows.
 *
 *   row groups, ordered by their bounds
 *      └─ rows that pass `where`, and do not come after the last row in the heap  ──> heap
 *
 * Once the heap is full, its last value becomes an additional test, which skips row groups and pages like any other
 * test.
 */

import { readBit } from '@marquetry/bit-io';
import type { ColumnPiece } from '@marquetry/column';
import { isTurnDue, ParquetError, yieldToEventLoop } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { type RowBits, rowsOfBits } from '@marquetry/file/row-bits';
import { validityOf } from '@marquetry/page';
import { formatPath, type LeafNode, type Schema } from '@marquetry/schema';
import { evaluate } from '../evaluate/evaluate.js';
import { createGroupFacts } from '../plan/group-facts.js';
import type { Predicate } from '../predicate/predicate.js';
import { eachRow, rowsWithin } from '../scan/row-bits.js';
import { passedRows } from '../scan/scan-batches.js';
import { createKeyOrder, type Key, type KeyOrder, keyAt } from './order-key.js';
import { createTopHeap, type TopHeap } from './top-heap.js';
import { type ScanTopOptions, type StoredKey, scanned, type TopRowsOptions } from './top-rows-options.js';

/** Collects the first rows of one or more files in the sort order of one column. */
export interface TopRows {
  /**
   * Scans the rows of a file. `order` is the position of this file among all files. `key` is the column that stores the
   * values to sort by; by default, it is the column that `orderBy` names. If these values must be converted to a wider
   * type, no row groups or pages are skipped by their bounds.
   */
  scan(file: ParquetFile, order: number, options?: ScanTopOptions, key?: StoredKey): Promise<void>;
  /**
   * Scans a file that does not contain the sort column. All of its rows are treated as having `value`, which is PLAIN
   * bytes without a length prefix, or `undefined` for null.
   */
  scanAlike(
    file: ParquetFile,
    order: number,
    key: { readonly leaf: LeafNode; readonly value: Uint8Array | undefined },
    options?: ScanTopOptions,
  ): Promise<void>;
  /**
   * Skips the first `offset` rows in sorted order, and returns the next `limit` rows. `file` is the position of a row's
   * file, and `row` is the row's number within that file.
   */
  rows(): readonly { readonly file: number; readonly row: number }[];
}

interface Entry {
  readonly key: Key;
  readonly file: number;
  readonly row: number;
}

/**
 * Maximum number of rows per batch. After each batch, the heap may have a new last value, which excludes more of the
 * remaining rows.
 */
const batchRows = 2 ** 13;
/** Maximum of `offset + limit`. */
const mostRows = 2 ** 24;

/**
 * Creates a collector for the first rows of one or more files, sorted by `orderBy`. It skips the first `offset` rows
 * and returns the next `limit` rows.
 * @throws ParquetError INVALID_ARGUMENT if `limit`, `offset` or `nulls` is invalid.
 */
export function createTopRows({
  orderBy,
  offset = 0,
  limit,
}: Pick<TopRowsOptions, 'orderBy' | 'offset' | 'limit'>): TopRows {
  const {
    column,
    descending: isDescending = false,
    nulls = 'last',
  } = typeof orderBy === 'string' ? { column: orderBy } : orderBy;
  const most = requireLimit(offset, limit);
  if (nulls !== 'first' && nulls !== 'last') {
    throw new ParquetError('INVALID_ARGUMENT', `\`nulls\` must be 'first' or 'last', got ${String(nulls)}`);
  }
  const direction = isDescending ? -1 : 1;
  let order: KeyOrder | undefined;
  const inOrder = (a: Entry, b: Entry): number => {
    const compared = order === undefined ? 0 : direction * order.compare(a.key, b.key);
    return compared !== 0 ? compared : a.file - b.file || a.row - b.row;
  };
  const heap: TopHeap<Entry> = createTopHeap(Math.max(1, most), inOrder);
  const withoutValue: { file: number; row: number }[] = [];

  /** Collects rows whose value is null. They are needed if nulls come first, or if too few other rows match. */
  const scanWithoutValue = async (
    file: ParquetFile,
    fileOrder: number,
    options: ScanTopOptions,
    bound?: Predicate,
  ): Promise<void> => {
    const missing = nulls === 'first' ? most - withoutValue.length : most - heap.size - withoutValue.length;
    if (missing <= 0) return;
    for await (const row of rowsOf(file, { ...options, limit: missing }, bound))
      withoutValue.push({ file: fileOrder, row });
  };

  return {
    scan: async (file, fileOrder, asked = {}, key) => {
      const options = scanned(asked);
      const { stored: leaf, widen } = key ?? { stored: orderedLeaf(file.schema, column) };
      order = createKeyOrder(key?.leaf ?? leaf);
      if (most === 0) return;
      const starts = rowStarts(file);
      const read = { ...options, where: options.where ?? {} };
      const bounding = widen === undefined ? createKeyOrder(leaf) : undefined;
      const keys: Keys = { leaf, order, bounding, isDescending };
      const offer = (read: ColumnPiece, rowGroup: number, rows: RowBits): void => {
        const piece = widen === undefined ? read : { ...read, values: widen(read.values) };
        offerRows(heap, piece, keys, eachRow(rows, starts[rowGroup] as number), fileOrder);
      };
      for (const rowGroup of groupsInOrder(file, leaf, options.rowGroups, isDescending)) {
        options.signal?.throwIfAborted();
        const { last } = heap;
        const bound = heap.isFull && last !== undefined ? bounding?.upTo(last.key, isDescending) : undefined;
        for await (const { over, passed } of passedRows(
          file,
          [leaf],
          { ...read, rowGroups: [rowGroup], spaced: true },
          bound ?? notNull(leaf),
        )) {
          const kept = passed.columns.get(leaf);
          if (kept !== undefined) {
            offer(kept, rowGroup, passed.rows);
            continue;
          }
          let row = passed.rows.first;
          const batches = over.leafBatches({
            ...{ rowGroups: [rowGroup], rows: rowsOfBits(passed.rows), columns: [leaf], spaced: true, batchRows },
            ...(options.signal !== undefined && { signal: options.signal }),
          });
          for await (const [piece] of batches) {
            if (piece === undefined) continue;
            const rows = rowsWithin(passed.rows, row, piece.rowCount);
            row = rows.first + rows.count;
            offer(piece, rowGroup, rows);
            while (isTurnDue()) await yieldToEventLoop(options.signal);
          }
        }
      }
      if (leaf.maxDefinitionLevel > 0) await scanWithoutValue(file, fileOrder, options, isNull(leaf));
    },
    scanAlike: async (file, fileOrder, { leaf, value }, asked = {}) => {
      const options = scanned(asked);
      order = createKeyOrder(leaf);
      if (most === 0) return;
      if (value === undefined) return scanWithoutValue(file, fileOrder, options);
      const first: Entry = { key: value, file: fileOrder, row: 0 };
      const { last } = heap;
      if (heap.isFull && last !== undefined && inOrder(first, last) > 0) return;
      for await (const row of rowsOf(file, { ...options, limit: most })) heap.offer({ ...first, row });
    },
    rows: () => {
      const withValue = heap.sorted().map(({ file, row }) => ({ file, row }));
      withoutValue.sort((a, b) => a.file - b.file || a.row - b.row);
      const all = nulls === 'first' ? [...withoutValue, ...withValue] : [...withValue, ...withoutValue];
      return all.slice(offset, most);
    },
  };
}

/** Yields the numbers of the rows that match. */
async function* rowsOf(
  file: ParquetFile,
  options: ScanTopOptions & { readonly limit: number },
  bound?: Predicate,
): AsyncGenerator<number, void, undefined> {
  const starts = rowStarts(file);
  for await (const { group, passed } of passedRows(file, [], { ...options, where: options.where ?? {} }, bound)) {
    yield* eachRow(passed.rows, starts[group.rowGroup] as number);
  }
}

function requireLimit(offset: number, limit: number | undefined): number {
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  if (!isCount(offset) || !isCount(limit) || offset + limit > mostRows) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`orderBy\` needs a \`limit\`, and \`offset\` + \`limit\` may be at most ${mostRows}, got ${offset} + ${String(limit)}`,
    );
  }
  return limit === 0 ? 0 : offset + limit;
}

/**
 * Returns the column with the given path.
 * @throws ParquetError INVALID_ARGUMENT if the path does not name exactly one column, or rows cannot be ordered by it.
 */
export function orderedLeaf(schema: Schema, column: string): LeafNode {
  const found = schema.find(column);
  const [leaf] = found;
  if (leaf !== undefined && found.length === 1) return createKeyOrder(leaf).leaf;
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `\`orderBy\` must match one column, but ${column} matches ${found.length}`,
  );
}

/** Returns the number of the first row of each row group. */
function rowStarts({ metadata }: ParquetFile): readonly number[] {
  let row = 0;
  return metadata.rowGroups.map(({ numRows }) => {
    row += numRows;
    return row - numRows;
  });
}

/**
 * Returns the row groups, sorted by ascending minimum, or by descending maximum if `isDescending` is true. Row groups
 * without bounds come first.
 */
function groupsInOrder(
  file: ParquetFile,
  leaf: LeafNode,
  asked: readonly number[] | undefined,
  isDescending: boolean,
): readonly number[] {
  const facts = createGroupFacts(file);
  const groups = asked ?? file.metadata.rowGroups.map((_, i) => i);
  const bounds = new Map(groups.map((group) => [group, facts.of(group, leaf).bounds]));
  const boundOf = (group: number): Key | undefined => {
    const found = bounds.get(group);
    return (isDescending ? found?.max : found?.min)?.bytes;
  };
  return [...groups].sort((a, b) => {
    const [x, y] = [boundOf(a), boundOf(b)];
    if (x === undefined || y === undefined) return Number(x !== undefined) - Number(y !== undefined) || a - b;
    const order = bounds.get(a)?.order;
    const compared = order === undefined ? 0 : order.compareNumbers(x, y);
    return (isDescending ? -compared : compared) || a - b;
  });
}

function notNull(leaf: LeafNode) {
  return nullTest(leaf, true);
}

function isNull(leaf: LeafNode) {
  return nullTest(leaf, false);
}

function nullTest(leaf: LeafNode, isNegated: boolean) {
  const comparison = { kind: 'isNull', level: leaf.maxDefinitionLevel, isNegated } as const;
  return { kind: 'value', test: { leaf, path: formatPath(leaf.path), comparison } } as const;
}

/** The column of a file that stores the values to sort by, and the order of these values. */
interface Keys {
  /** The file's column that stores the values. */
  readonly leaf: LeafNode;
  readonly order: KeyOrder;
  /**
   * The order of the stored values, which is used to skip row groups and pages. `undefined` if the values are converted
   * to a wider type.
   */
  readonly bounding: KeyOrder | undefined;
  readonly isDescending: boolean;
}

/** Offers each row with a value to the heap, unless the value comes after the last value in a full heap. */
function offerRows(
  heap: TopHeap<Entry>,
  piece: ColumnPiece,
  { leaf, order, bounding, isDescending }: Keys,
  rows: Iterable<number>,
  file: number,
): void {
  const { last } = heap;
  const { rowCount } = piece;
  const direction = isDescending ? -1 : 1;
  const bits =
    heap.isFull && last !== undefined && bounding !== undefined
      ? evaluate(bounding.upTo(last.key, isDescending), { rowCount, columnOf: () => piece })
      : validityOf(piece.nulls, leaf.maxDefinitionLevel);
  let i = 0;
  for (const row of rows) {
    if (bits === undefined || readBit(bits, i) === 1) {
      const key = keyAt(piece, i);
      const { last: worst } = heap;
      const isLate = heap.isFull && worst !== undefined && direction * order.compare(key, worst.key) > 0;
      // Copy the value, because the memory of the batch is reused.
      if (!isLate) heap.offer({ key: new Uint8Array(key), file, row });
    }
    i++;
  }
}
