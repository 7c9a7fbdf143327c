/**
 * Columns of any depth: offsets, validity and leaves, a field of the schema each.
 */
import { type ColumnPiece, nestColumnsInSteps, nestedBytes } from '@marquetry/column';
import { runStepsInTurns, yieldToEventLoop } from '@marquetry/core';
import { fieldsOfInSteps, type LeafNode } from '@marquetry/schema';
import { createHandedOut } from './handed-out.js';
import { requireColumnRoom } from './memory-budget.js';
import { leavesOf } from './named-leaves.js';
import type { NestedBatch, ReadNestedOptions } from './nested-batch.js';
import { nestedPortions } from './nested-portions.js';
import type { ParquetFile } from './parquet-file.js';

/** See `nested.ts`. */
export async function* readNested(
  file: ParquetFile,
  options: ReadNestedOptions,
): AsyncGenerator<NestedBatch, void, undefined> {
  const { schema, kernels, limits } = file;
  const leaves = leavesOf(schema, options.columns);
  requireColumnRoom(file, leaves.length);
  const fields = await runStepsInTurns(fieldsOfInSteps(schema, leaves), options.signal);
  // Values in lists are fewer than slots by what is empty, too: they are spread when it is known where.
  const spaced = ({ maxRepetitionLevel }: LeafNode): boolean => maxRepetitionLevel === 0;
  const handedOut = createHandedOut(limits);
  for await (const columns of file.leafBatches({ ...options, columns: leaves, spaced })) {
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
