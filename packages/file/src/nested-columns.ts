/**
 * Reads columns of any depth. A nested column consists of the offsets and validity of its lists and structs, and the
 * values of its leaves. The code for levels is loaded when the first nested field is read.
 */
import { type ColumnPiece, leafOfRows, type NestedColumn, nestedBytes } from '@marquetry/column';
import { onDemand, runStepsInTurns, type Steps, yieldToEventLoop } from '@marquetry/core';
import { type Field, fieldsOfInSteps, type LeafNode } from '@marquetry/schema';
import { createHandedOut } from './handed-out.js';
import { requireColumnRoom } from './memory-budget.js';
import { leavesOf } from './named-leaves.js';
import type { NestedBatch, ReadNestedOptions } from './nested-batch.js';
import type { ParquetFile } from './parquet-file.js';
import type { TypedColumn } from './typed-column.js';

const nesting = /* @__PURE__ */ onDemand(() => import('./nesting.js'));

/** Yields the requested fields of the schema in batches of nested columns. */
export async function* readNested(
  file: ParquetFile,
  options: ReadNestedOptions,
): AsyncGenerator<NestedBatch, void, undefined> {
  const { schema, kernels, limits } = file;
  const leaves = leavesOf(schema, options.columns);
  requireColumnRoom(file, leaves.length);
  const fields = await runStepsInTurns(fieldsOfInSteps(schema, leaves), options.signal);
  // Read values without entries for nulls, because an empty list has a slot but no element. Entries for nulls are added
  // once the lists are known.
  const spaced = ({ maxRepetitionLevel }: LeafNode): boolean => maxRepetitionLevel === 0;
  const handedOut = createHandedOut(limits);
  for await (const columns of file.leafBatches({ ...options, columns: leaves, spaced })) {
    const flat = await runStepsInTurns(flatColumns(fields, columns), options.signal);
    if (flat !== undefined) {
      handedOut.count(0);
      yield { rowCount: columns[0]?.rowCount ?? 0, columns: flat };
      while (handedOut.isTurnDue()) await yieldToEventLoop(options.signal);
      continue;
    }
    const { nestColumnsInSteps, nestedPortions } = await nesting.load();
    for (const { columns: portion, rowCount, mostBytes } of nestedPortions(columns, limits)) {
      const steps = nestColumnsInSteps(fields, pieceIn(portion), rowCount, { kernels, limits, mostBytes });
      const nested = await runStepsInTurns(steps, options.signal);
      // Columns that are not nested are taken from the batch unchanged, and their memory has already been counted.
      handedOut.count(nestedBytes(nested.filter(({ kind }) => kind !== 'leaf')));
      yield { rowCount, columns: nested };
      while (handedOut.isTurnDue()) await yieldToEventLoop(options.signal);
    }
  }
}

function pieceIn(columns: readonly TypedColumn[]): (leaf: LeafNode) => ColumnPiece {
  const pieces = new Map(columns.map((column) => [column.leaf, column]));
  return (leaf) => pieces.get(leaf) as ColumnPiece;
}

/** Number of fields to convert per step of the generator. */
const stepFields = 2 ** 10;

/**
 * Returns the columns of a batch as nested columns, if all of them are flat. Returns undefined if a field is nested.
 */
function* flatColumns(fields: readonly Field[], columns: readonly TypedColumn[]): Steps<NestedColumn[] | undefined> {
  const pieceOf = pieceIn(columns);
  const flat: NestedColumn[] = [];
  for (const field of fields) {
    const column = leafOfRows(field, pieceOf, columns[0]?.rowCount ?? 0);
    if (column === undefined) return undefined;
    flat.push(column);
    if (flat.length % stepFields === 0) yield;
  }
  return flat;
}
