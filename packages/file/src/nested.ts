/**
 * Columns of any depth: offsets, validity and leaves, a field of the schema each.
 */
import { type ColumnPiece, type NestedColumn, nestColumnsInSteps, nestedBytes } from '@marquetry/column';
import { runStepsInTurns, yieldToEventLoop } from '@marquetry/core';
import { fieldsOfInSteps, type LeafNode } from '@marquetry/schema';
import type { ReadBatchesOptions } from './batches.js';
import { createHandedOut } from './handed-out.js';
import { requireColumnRoom } from './memory-budget.js';
import { leavesOf } from './named-leaves.js';
import { nestedPortions } from './nested-portions.js';
import type { ParquetFile } from './parquet-file.js';

/** Fields of the root, all of the same rows. */
export interface NestedBatch {
  readonly rowCount: number;
  /** In the order of the schema, those that were asked for, each with what was asked for of it. */
  readonly columns: readonly NestedColumn[];
}

/** Which part of a file to read, and how many rows at a time. Entries of nested columns always have a value each. */
export type ReadNestedOptions = Omit<ReadBatchesOptions, 'spaced' | 'memory'>;

/**
 * Nested columns, a batch a row group or `batchRows`, or fewer rows where nesting more would not fit `limits.memoryBytes`. Lists and maps may have any of the forms that writers gave them.
 * @throws ParquetError as `ParquetFile.columns`; CORRUPT where levels contradict the schema or each other.
 */
export async function* readNested(
  file: ParquetFile,
  options: ReadNestedOptions = {},
): AsyncGenerator<NestedBatch, void, undefined> {
  const { schema, kernels, limits } = file;
  const leaves = leavesOf(schema, options.columns);
  requireColumnRoom(file, leaves.length);
  const fields = await runStepsInTurns(fieldsOfInSteps(schema, leaves), options.signal);
  // Values in lists are fewer than slots by what is empty, too: they are spread when it is known where.
  const spaced = ({ maxRepetitionLevel }: LeafNode): boolean => maxRepetitionLevel === 0;
  const handedOut = createHandedOut(limits);
  for await (const columns of file.batches({ ...options, columns: leaves, spaced })) {
    for (const { columns: portion, rowCount, mostBytes } of nestedPortions(columns, limits)) {
      const pieces = new Map(portion.map((column) => [column.leaf, column]));
      const pieceOf = (leaf: LeafNode): ColumnPiece => pieces.get(leaf) as ColumnPiece;
      const steps = nestColumnsInSteps(fields, pieceOf, rowCount, { kernels, limits, mostBytes });
      const nested = await runStepsInTurns(steps, options.signal);
      // Columns without nesting are those of the batch, which counts them.
      handedOut.count(nestedBytes(nested.filter(({ kind }) => kind !== 'leaf')));
      yield { rowCount, columns: nested };
      while (handedOut.isTurnDue()) await yieldToEventLoop(options.signal);
    }
  }
}
