/**
 * Tests pages of one column that is not repeated, block by block, and collects the rows that pass.
 */
import { copyBits, countBits } from '@marquetry/bit-io';
import { type ColumnPiece, countValid } from '@marquetry/column';
import {
  type ColumnType,
  type DirectValues,
  noNulls,
  PhysicalType,
  runSteps,
  type Steps,
  type ValueDecoder,
} from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import type { RowBits } from '@marquetry/file/row-bits';
import type { VisitedPage } from '@marquetry/file/visits';
import type { DataPage } from '@marquetry/page';
import type { LeafNode } from '@marquetry/schema';
import { bytesFor, intersect } from '../evaluate/bits.js';
import { compareNow, type ValueComparison } from '../evaluate/compare-values.js';
import { comparisonsOf, evaluateInSteps } from '../evaluate/evaluate.js';
import { type IndexTests, indexTestsOf, testIndices } from '../evaluate/index-tests.js';
import { type NumberTests, numberTestsOf, type TestedNumbers, testNumbers } from '../evaluate/number-tests.js';
import { BlockColumns } from './block-columns.js';
import type { ColumnForms } from './column-forms.js';
import type { Conjunct } from './conjuncts.js';
import type { GroupScan } from './group-scan.js';
import type { ColumnsOfRows } from './kept-columns.js';
import { blockBytes, type NumberBlock, numberBlock } from './number-blocks.js';
import { blockSlots, noRowsOf, slicedNulls, valuesOf } from './page-values.js';
import { rowsBetween } from './row-bits.js';

/**
 * A page of at most this many numbers or dictionary indices, without nulls, is tested without interruption. Other pages
 * are tested in steps, between which the event loop may run.
 */
const quickSlots = 2 ** 17;
const indexType: ColumnType = { type: PhysicalType.INT32, width: 4 };

/** A column to test, and the state of the scan that tests it. */
export interface TestedColumn {
  readonly scan: Pick<GroupScan, 'kept' | 'output' | 'signal'> & {
    readonly file: Pick<ParquetFile, 'kernels' | 'limits'>;
    readonly forms: Pick<ColumnForms, 'spaced'>;
  };
  readonly conjunct: Conjunct;
  readonly leaf: LeafNode;
  /** The rows to test. The rows that pass are added to `passed`, which has bits for the same rows. */
  readonly before: RowBits;
  readonly passed: RowBits;
  /** True if every row from the first to the last of `before` is to be tested. */
  readonly isAll: boolean;
}

export class PageTest {
  /** Number of rows that passed. */
  rowCount = 0;
  /** The row after the last tested one; `undefined` before the first page. */
  end: number | undefined = undefined;
  declare private readonly column: TestedColumn;
  declare private readonly comparisons: readonly ValueComparison[] | undefined;
  /** The conjunct's comparisons if all of them compare numbers; otherwise `undefined`. */
  declare private readonly numberTests: NumberTests | undefined;
  /** The test for indices into the dictionary that the last page used. */
  private indexTests: (IndexTests & { readonly dictionary: DirectValues }) | undefined = undefined;
  private block: NumberBlock | undefined = undefined;
  declare private readonly isSpaced: boolean;
  /** Collects the rows that pass, if the output needs the column. */
  declare private readonly kept: BlockColumns | undefined;

  /** `mostRows` is an estimate of the maximum number of rows to test. */
  constructor(column: TestedColumn, mostRows: number) {
    const { conjunct, leaf, scan } = column;
    const { forms, kept, output, signal } = scan;
    this.column = column;
    this.comparisons = comparisonsOf(conjunct.predicate);
    this.numberTests = this.comparisons && numberTestsOf(this.comparisons, leaf);
    this.isSpaced = leaf.maxDefinitionLevel === 0 && forms.spaced(leaf);
    this.kept = kept.has(leaf) ? new BlockColumns([leaf], mostRows, output, signal) : undefined;
  }

  /** Tests the rows of a page. Returns `undefined` if it has tested them, or else the steps that test them. */
  visit(visited: VisitedPage): Steps<void> | undefined {
    const { dictionary, page } = visited;
    const isQuick = page.nulls.kind === 'none' && page.slotCount <= quickSlots;
    if (!isQuick || (dictionary ?? this.numberTests) === undefined) return this.visitInSteps(visited);
    const decoder = page.values();
    if (dictionary !== undefined) {
      if (decoder.readIndices === undefined) return this.visitInSteps(visited);
      if (this.indexTests?.dictionary !== dictionary) return this.visitWithNew(dictionary, decoder, visited);
    }
    this.visitWords(decoder, visited);
    return undefined;
  }

  /** Tests the entries of a dictionary, then the page, which is the first page that uses this dictionary. */
  private *visitWithNew(dictionary: DirectValues, decoder: ValueDecoder, visited: VisitedPage): Steps<void> {
    const { conjunct, scan } = this.column;
    const { length } = dictionary;
    const piece: ColumnPiece = {
      ...{ values: dictionary, nulls: noNulls, slotCount: length, rowCount: length, spaced: false },
    };
    const rows = { rowCount: length, columnOf: () => piece, kernels: scan.file.kernels };
    const bits = yield* evaluateInSteps(conjunct.predicate, rows);
    this.indexTests = { ...indexTestsOf(bits, length), dictionary };
    this.visitWords(decoder, visited);
  }

  /** Tests the rows of a page of numbers or dictionary indices, none of which is null. */
  private visitWords(decoder: ValueDecoder, { dictionary, firstRow, page, work }: VisitedPage): void {
    const { before, conjunct, isAll, leaf, passed } = this.column;
    const { first, count } = passed;
    const to = Math.min(page.slotCount, first + count - firstRow);
    let slot = Math.max(0, first - firstRow);
    if (slot > 0) decoder.skip(slot);
    const type = dictionary === undefined ? leaf : indexType;
    const size = blockBytes / type.width;
    while (slot < to) {
      const n = Math.min(size, to - slot);
      this.block = numberBlock(type, work(), this.block);
      const { bits, buffer } = this.block;
      const passing = this.testWords(decoder, n, this.block, dictionary !== undefined);
      const row = firstRow + slot;
      let found = passing === undefined ? countBits(bits, 0, n) : passing.length / (type.width >> 2);
      conjunct.tested += n;
      conjunct.passed += found;
      if (!isAll && found > 0) {
        // An earlier test may have excluded some rows.
        intersect(bits.subarray(0, bytesFor(n)), rowsBetween(before, row, row + n).bits);
        found = countBits(bits, 0, n);
      }
      if (found > 0) copyBits(bits, 0, passed.bits, row - first, n);
      this.rowCount += found;
      this.kept?.appendWords(buffer, { bits, count: n, kept: found }, this.isSpaced, passing, dictionary);
      slot += n;
    }
    this.end = firstRow + to;
  }

  /**
   * Decodes the next `count` numbers or indices into a block, and writes one bit for each to the block. May return those
   * that pass, like {@link testNumbers}.
   */
  private testWords(
    decoder: ValueDecoder,
    count: number,
    { bits, buffer, spare }: NumberBlock,
    isIndices: boolean,
  ): Int32Array | undefined {
    const { indexTests, kept, numberTests } = this;
    const { isAll, scan } = this.column;
    const { kernels } = scan.file;
    if (isIndices) decoder.readIndices?.(buffer.words, 0, count);
    else {
      buffer.clear();
      decoder.readInto(buffer, count);
    }
    // If an earlier test excluded some rows, the values that pass this test include values of those rows.
    const tested: TestedNumbers = { words: buffer.words, count, isKept: isAll && kept !== undefined };
    if (isIndices) return testIndices(indexTests as IndexTests, tested, bits, spare, kernels);
    return testNumbers(numberTests as NumberTests, tested, bits, spare, kernels);
  }

  private *visitInSteps({ dictionary, firstRow, page, work }: VisitedPage): Steps<void> {
    const { conjunct, leaf, passed } = this.column;
    const { first, count } = passed;
    const to = Math.min(page.slotCount, first + count - firstRow);
    let slot = Math.max(0, first - firstRow);
    // Test the dictionary entries before the work memory is used: this may take several steps, between which other
    // reads may use that memory.
    if (dictionary !== undefined) yield* this.test(noRowsOf(dictionary));
    const decoder = page.values();
    if (slot > 0) decoder.skip(countValid(page.nulls, 0, slot, leaf.maxDefinitionLevel));
    const size = blockSlots(leaf, page, dictionary);
    while (slot < to) {
      const end = Math.min(to, slot + size);
      const piece = this.read(page, dictionary, decoder, slot, end, work());
      const bits = runSteps(this.test(piece));
      conjunct.tested += end - slot;
      const found = countBits(bits, 0, end - slot);
      conjunct.passed += found;
      runSteps(this.keep(bits, found, piece, firstRow + slot));
      slot = end;
      if (slot < to) yield;
    }
    this.end = firstRow + to;
  }

  /**
   * Returns a map that contains the column with only the rows that passed, or an empty map if the output does not need
   * the column.
   */
  async finish(): Promise<ColumnsOfRows> {
    return (await this.kept?.finish()) ?? new Map();
  }

  private *test(piece: ColumnPiece): Steps<Uint8Array> {
    const { comparisons } = this;
    const { conjunct, leaf, scan } = this.column;
    const { kernels } = scan.file;
    const { nulls, rowCount, values } = piece;
    if (comparisons !== undefined && values.layout !== 'dictionary' && nulls.kind === 'none') {
      return compareNow(comparisons, leaf, values, kernels);
    }
    return yield* evaluateInSteps(conjunct.predicate, { rowCount, columnOf: () => piece, kernels });
  }

  /**
   * Records which rows of a block passed. `bits` has a 1 for each of the `found` rows that satisfy the conjunct; its
   * first bit belongs to row `row`.
   */
  private *keep(bits: Uint8Array, found: number, piece: ColumnPiece, row: number): Steps<void> {
    const { before, isAll, leaf, passed } = this.column;
    const { rowCount } = piece;
    let kept = found;
    if (!isAll && found > 0) {
      // An earlier test may have excluded some rows.
      intersect(bits, rowsBetween(before, row, row + rowCount).bits);
      kept = countBits(bits, 0, rowCount);
    }
    if (kept > 0) copyBits(bits, 0, passed.bits, row - passed.first, rowCount);
    this.rowCount += kept;
    if (this.kept !== undefined) {
      yield* this.kept.append([{ leaf, ...piece }], { bits, origin: 0, from: 0, to: rowCount }, kept);
    }
  }

  /** Decodes slots `[from, to)` of a page, into `memory` if they fit. */
  private read(
    { nulls, slotCount }: DataPage,
    dictionary: DirectValues | undefined,
    decoder: ValueDecoder,
    from: number,
    to: number,
    memory: Uint8Array,
  ): ColumnPiece {
    const { column, isSpaced: spaced } = this;
    const { leaf, scan } = column;
    const isWhole = nulls.kind === 'none' || to - from === slotCount;
    const own = isWhole ? nulls : slicedNulls(nulls, from, to, leaf, scan.file.limits);
    const count = to - from - own.nullCount;
    const values = valuesOf(leaf, dictionary, decoder, count, memory);
    return { values, nulls: own, slotCount: to - from, rowCount: to - from, spaced };
  }
}
