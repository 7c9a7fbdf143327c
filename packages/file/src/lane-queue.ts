/**
 * The queue of rows that were read from one column. It consists of pieces: arrays of consecutive values. Some rows of
 * the first piece may already be in a batch.
 *
 *   pieces   |xxxx---------|---------|-----|       x: rows that are already in a batch
 *
 * The generators are module-level functions instead of closures that each queue creates, because V8 creates a hidden
 * class for each generator function that is called.
 */
import {
  type ColumnPiece,
  concatInSteps,
  continuesRow,
  decodePieceDictionaryInSteps,
  gatheredBytesInSteps,
  sliceRowsInSteps,
  splitAtFirstRow,
  valuesByteLength,
} from '@marquetry/column';
import type { LeafColumn, Steps } from '@marquetry/core';
import type { FileContext } from './context.js';

export interface LaneQueue {
  pieces: ColumnPiece[];
  /** Number of rows that were removed from the queue but are still in the arrays of its first piece. */
  taken: number;
}

/** True if some of the queued values are indices into a dictionary. */
export function hasIndices({ pieces }: LaneQueue): boolean {
  return pieces.some(({ values }) => values.layout === 'dictionary');
}

/**
 * Removes the queue's first piece (array of values) and returns it if it has exactly `count` rows and its last row does
 * not continue in the next piece. Otherwise returns `undefined`.
 */
export function takeWhole({ pieces, taken }: LaneQueue, count: number): ColumnPiece | undefined {
  const [first, next] = pieces;
  if (taken > 0 || first?.rowCount !== count || (next !== undefined && continuesRow(next))) return undefined;
  return pieces.shift();
}

/**
 * Removes `count` rows from the queue, which must have that many, and joins them into one {@link ColumnPiece}. Each
 * step of the generator takes about a millisecond.
 */
export function* takeRows(queue: LaneQueue, count: number, leaf: LeafColumn, context: FileContext): Steps<ColumnPiece> {
  const pieces: ColumnPiece[] = [];
  for (let left = count; left > 0; ) {
    const piece = yield* shiftRows(queue, left, leaf);
    pieces.push(piece);
    left -= piece.rowCount;
  }
  if (queue.taken === 0) yield* shiftContinued(queue, pieces, leaf);
  return yield* concatInSteps(pieces, leaf, context);
}

/**
 * Completes the last row of `taken` with its slots in the next pieces of the queue. A row may span two pieces, because
 * a piece ends where pages stop using the dictionary, which may be inside a row.
 */
function* shiftContinued({ pieces }: LaneQueue, taken: ColumnPiece[], leaf: LeafColumn): Steps<void> {
  for (let [next] = pieces; next !== undefined && continuesRow(next); [next] = pieces) {
    const { continued, rows } = yield* splitAtFirstRow(next, leaf);
    taken.push(continued);
    if (rows === undefined) pieces.shift();
    else pieces[0] = rows;
  }
}

/** Removes up to `most` rows from the queue's first piece (array of values) and returns them. */
function* shiftRows(queue: LaneQueue, most: number, leaf: LeafColumn): Steps<ColumnPiece> {
  const { pieces, taken: from } = queue;
  const first = pieces[0] as ColumnPiece;
  const to = Math.min(first.rowCount, from + most);
  const isWhole = to === first.rowCount;
  queue.taken = isWhole ? 0 : to;
  if (isWhole) pieces.shift();
  return from === 0 && isWhole ? first : yield* sliceRowsInSteps(first, from, to, leaf);
}

/**
 * Replaces the dictionary indices in the queue with values if the values take less memory than the dictionary. Returns
 * the size of the values in bytes, or undefined if nothing was replaced.
 */
export function* gatherQueue(queue: LaneQueue, leaf: LeafColumn, context: FileContext): Steps<number | undefined> {
  let gathered = 0;
  let dictionaryBytes = 0;
  for (const { values } of queue.pieces) {
    if (values.layout !== 'dictionary') continue;
    gathered += yield* gatheredBytesInSteps(values.dictionary, values.indices, values.length);
    dictionaryBytes = valuesByteLength(values.dictionary);
  }
  if (gathered > dictionaryBytes) return undefined;
  const flat: ColumnPiece[] = [];
  for (const piece of queue.pieces) flat.push(yield* decodePieceDictionaryInSteps(piece, leaf, context));
  queue.pieces = flat;
  return gathered;
}
