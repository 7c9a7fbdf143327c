/**
 * Collects the matching rows of columns that both the last conjunct (the last of the tests that must all pass) and the
 * output need. A block of rows is decoded and tested, and the rows that pass are appended while they are still in the
 * processor's caches. The next block uses the same memory, so the whole column is never in memory.
 *
 *   block ── decode, test ──> bits ──> append the rows that pass ──> next block
 */
import { type ColumnPiece, concatInSteps, decodePieceDictionaryInSteps, gatheredBytesInSteps } from '@marquetry/column';
import { RowKeeper, type SelectedBits, type SlotBits } from '@marquetry/column/kept';
import { type DirectValues, type FixedBuffer, runStepsInTurns, type Steps } from '@marquetry/core';
import type { TypedColumn } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import { bytesOfColumns, type ColumnsOfRows, keptShare, type OutputForm } from './kept-columns.js';

export class BlockColumns {
  declare private readonly output: OutputForm;
  private readonly signal: AbortSignal | undefined;
  /** Total number of rows that will be tested. */
  declare private readonly rowCount: number;
  declare private readonly mostBytes: number;
  declare private keepers: ReadonlyMap<LeafNode, RowKeeper>;
  private tested = 0;
  private kept = 0;

  /** Creates a collector for columns that are not repeated. `rowCount` is the number of rows that will be tested. */
  constructor(leaves: readonly LeafNode[], rowCount: number, output: OutputForm, signal: AbortSignal | undefined) {
    this.output = output;
    this.signal = signal;
    this.rowCount = rowCount;
    this.mostBytes = keptShare * output.limits.memoryBytes;
    this.keepers = new Map(leaves.map((leaf) => [leaf, new RowKeeper(leaf, output)]));
  }

  /**
   * Appends the rows of a block whose bits in `places` are 1, in steps of about a millisecond. `kept` is the number of
   * these rows. If the columns take too much memory, they are all dropped, and the scan reads them again later.
   */
  *append(block: readonly TypedColumn[], places: SelectedBits, kept: number): Steps<void> {
    const { keepers } = this;
    const expected = this.count(block[0]?.rowCount ?? 0, kept);
    if (kept === 0) return;
    let byteLength = 0;
    for (const column of block) {
      const keeper = keepers.get(column.leaf);
      if (keeper === undefined) continue;
      yield* keeper.append(column, places, kept, expected);
      byteLength += keeper.byteLength;
    }
    if (byteLength > this.mostBytes) this.keepers = new Map();
  }

  /**
   * Appends the values, or the indices into `dictionary`, whose bit in `slots` is 1. `passing` contains exactly these if
   * the test has already collected them; otherwise, it is undefined. Call it only for a single column without nulls,
   * with indices or values of 4 or 8 bytes. `spaced` has the same meaning as in `ColumnPiece`.
   */
  appendWords(
    { words }: FixedBuffer,
    slots: Omit<SlotBits, 'first'>,
    spaced: boolean,
    passing: Int32Array | undefined,
    dictionary: DirectValues | undefined,
  ): void {
    const { bits, count, kept } = slots;
    const expected = this.count(count, kept);
    if (kept === 0) return;
    for (const keeper of this.keepers.values()) {
      if (passing === undefined) keeper.appendWords(words, slots, spaced, expected, dictionary);
      else keeper.appendWords(passing, { bits, count: kept, kept }, spaced, expected, dictionary);
      if (keeper.byteLength > this.mostBytes) this.keepers = new Map();
    }
  }

  /**
   * Adds the rows of a block to the counts of tested and matching rows. Returns an estimate of how many rows of this
   * block and the following blocks will be kept.
   */
  private count(tested: number, kept: number): number {
    this.tested += tested;
    this.kept += kept;
    // Expect that the share of matching rows stays the same, and add 5 %.
    const left = Math.max(0, this.rowCount - this.tested);
    return kept + Math.ceil((1.05 * left * this.kept) / Math.max(1, this.tested));
  }

  /** Returns the collected columns, as values or as dictionary indices, whichever the output needs. */
  async finish(): Promise<ColumnsOfRows> {
    const { mostBytes, output, signal } = this;
    const found = new Map<LeafNode, ColumnPiece>();
    for (const [leaf, keeper] of this.keepers) {
      const pieces = keeper.finish();
      const isGathered = output.decodesDictionary(leaf);
      let byteLength = bytesOfColumns(found.values());
      for (const { values } of isGathered || pieces.length > 1 ? pieces : []) {
        if (values.layout !== 'dictionary') continue;
        byteLength += await runStepsInTurns(
          gatheredBytesInSteps(values.dictionary, values.indices, values.length),
          signal,
        );
      }
      if (pieces.length === 0 || byteLength > mostBytes) continue;
      const piece = await runStepsInTurns(concatInSteps(pieces, leaf, output), signal);
      found.set(
        leaf,
        isGathered ? await runStepsInTurns(decodePieceDictionaryInSteps(piece, leaf, output), signal) : piece,
      );
    }
    return found;
  }
}
