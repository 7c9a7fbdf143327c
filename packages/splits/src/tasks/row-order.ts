/**
 * The order of rows by some columns: a permutation of their numbers.
 *
 *   sort keys   numbers   as they are
 *               others    ranks, by sorting the distinct entries of a dictionary, or the values
 *   rows        sorted in runs, which are then merged, so that the event loop can turn in between
 */
import { type ColumnPiece, valueBytes } from '@marquetry/column';
import { ParquetError, PhysicalType, type Steps, type Values } from '@marquetry/core';
import { orderOf, type ValueOrder } from '@marquetry/logical';
import { validityOf } from '@marquetry/page';
import { formatPath, type LeafNode } from '@marquetry/schema';

/** A column by which rows are sorted. */
export interface SortKey {
  readonly leaf: LeafNode;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** Compares two rows: negative if `a` comes before `b`. */
type CompareRows = (a: number, b: number) => number;

/** Returns the order of a column's values, whatever order its footer states; undefined if they have none. */
export function orderIn(leaf: LeafNode): ValueOrder | undefined {
  return orderOf(leaf, leaf.type === PhysicalType.INT96 ? 'INT96_TIMESTAMP_ORDER' : 'TYPE_ORDER');
}

/** Returns the order of a column to sort by. @throws ParquetError INVALID_ARGUMENT if it is in a list or map, or its values have no order. */
export function sortOrderOf(leaf: LeafNode): ValueOrder {
  const order = orderIn(leaf);
  if (order !== undefined && leaf.maxRepetitionLevel === 0) return order;
  const why = order === undefined ? 'its values have no order' : 'it is inside a list or map';
  throw new ParquetError('INVALID_ARGUMENT', `rows cannot be sorted by this column: ${why}`, {
    column: formatPath(leaf.path),
  });
}

/**
 * Returns the numbers of the rows in sorted order. Equal rows keep their order, -0 equals 0, and NaN comes after all numbers, or before
 * them if descending.
 * @param columns the dense pieces of the sort keys, with the same rows.
 */
export function* sortedRows(
  keys: readonly SortKey[],
  columns: readonly ColumnPiece[],
  rowCount: number,
): Steps<Int32Array> {
  const compares: CompareRows[] = [];
  for (const [i, key] of keys.entries()) compares.push(yield* comparedBy(key, columns[i] as ColumnPiece, rowCount));
  const [first, ...others] = compares;
  const compare: CompareRows =
    first === undefined
      ? (a, b) => a - b
      : (a, b) => {
          let found = first(a, b);
          for (let i = 0; found === 0 && i < others.length; i++) found = (others[i] as CompareRows)(a, b);
          return found !== 0 ? found : a - b;
        };
  return yield* sorted(
    Int32Array.from({ length: rowCount }, (_, row) => row),
    compare,
  );
}

/** The rows that are sorted at once: some milliseconds of work. */
const runRows = 2 ** 13;

/** Sorts in place, by runs that are merged. */
function* sorted(rows: Int32Array, compare: CompareRows): Steps<Int32Array> {
  const count = rows.length;
  for (let from = 0; from < count; from += runRows) {
    rows.subarray(from, Math.min(count, from + runRows)).sort(compare);
    yield;
  }
  let source = rows;
  let target: Int32Array = new Int32Array(count);
  for (let width = runRows; width < count; width *= 2) {
    for (let from = 0; from < count; from += 2 * width) {
      const middle = Math.min(count, from + width);
      const end = Math.min(count, from + 2 * width);
      let a = from;
      let b = middle;
      for (let to = from; to < end; to++) {
        const takesA = b === end || (a < middle && compare(source[a] as number, source[b] as number) <= 0);
        target[to] = source[takesA ? a++ : b++] as number;
        if ((to & (runRows - 1)) === runRows - 1) yield;
      }
    }
    [source, target] = [target, source];
  }
  return source;
}

function* comparedBy(
  { leaf, descending, nullsFirst }: SortKey,
  piece: ColumnPiece,
  rowCount: number,
): Steps<CompareRows> {
  const values = yield* comparedValues(leaf, piece.values);
  const direction = descending ? -1 : 1;
  const bits = validityOf(piece.nulls, leaf.maxDefinitionLevel);
  if (bits === undefined) return (a, b) => direction * values(a, b);
  /** The number of the value of each row; -1 for null. */
  const places = new Int32Array(rowCount);
  for (let row = 0, next = 0; row < rowCount; row++) {
    places[row] = (((bits[row >> 3] as number) >>> (row & 7)) & 1) === 1 ? next++ : -1;
  }
  const nullPlace = nullsFirst ? -1 : 1;
  return (a, b) => {
    const x = places[a] as number;
    const y = places[b] as number;
    if (x >= 0 && y >= 0) return direction * values(x, y);
    return x < 0 && y < 0 ? 0 : x < 0 ? nullPlace : -nullPlace;
  };
}

/** Returns a function that compares two values by their numbers. */
function* comparedValues(leaf: LeafNode, values: Values): Steps<CompareRows> {
  const isUnsigned = leaf.annotation?.kind === 'INTEGER' && !leaf.annotation.isSigned;
  if (values.layout === 'fixed') {
    switch (values.type) {
      case PhysicalType.INT32:
        return compareNumbers(
          isUnsigned ? new Uint32Array(values.data.buffer, values.data.byteOffset, values.length) : values.data,
        );
      case PhysicalType.FLOAT:
      case PhysicalType.DOUBLE:
        return compareFloats(values.data);
      case PhysicalType.INT64:
        return compareLongs(values.data, isUnsigned);
      default:
    }
  }
  if (values.layout === 'dictionary') {
    const { dictionary, indices } = values;
    const ranks = yield* ranksOf(leaf, dictionary);
    return (a, b) => (ranks[indices[a] as number] as number) - (ranks[indices[b] as number] as number);
  }
  const ranks = yield* ranksOf(leaf, values);
  return (a, b) => (ranks[a] as number) - (ranks[b] as number);
}

function compareNumbers(data: Int32Array | Uint32Array): CompareRows {
  return (a, b) => (data[a] as number) - (data[b] as number);
}

function compareFloats(data: Float32Array | Float64Array): CompareRows {
  return (a, b) => {
    const x = data[a] as number;
    const y = data[b] as number;
    if (x < y) return -1;
    if (x > y) return 1;
    // Equal, or one is NaN, which comes after all numbers.
    return x === y ? 0 : Number(Number.isNaN(x)) - Number(Number.isNaN(y));
  };
}

/** Compares words, because elements of a BigInt64Array are objects. */
function compareLongs(data: BigInt64Array, isUnsigned: boolean): CompareRows {
  const low = new Uint32Array(data.buffer, data.byteOffset, 2 * data.length);
  const high = isUnsigned ? low : new Int32Array(data.buffer, data.byteOffset, 2 * data.length);
  return (a, b) =>
    (high[2 * a + 1] as number) - (high[2 * b + 1] as number) || (low[2 * a] as number) - (low[2 * b] as number);
}

/** Returns the rank of each value: equal values have equal ranks. */
function* ranksOf(leaf: LeafNode, values: Values): Steps<Int32Array> {
  const order = sortOrderOf(leaf);
  const bytes: Uint8Array[] = [];
  for (let i = 0; i < values.length; i++) {
    bytes.push(valueBytes(values, i));
    if ((i & (runRows - 1)) === runRows - 1) yield;
  }
  const compare: CompareRows = (i, j) => {
    const [a, b] = [bytes[i] as Uint8Array, bytes[j] as Uint8Array];
    if (order.hasNans) {
      const [x, y] = [order.isNan(a), order.isNan(b)];
      if (x || y) return Number(x) - Number(y);
    }
    return order.compareNumbers(a, b);
  };
  const inOrder = yield* sorted(
    Int32Array.from({ length: values.length }, (_, i) => i),
    compare,
  );
  const ranks = new Int32Array(values.length);
  for (let at = 1, rank = 0; at < inOrder.length; at++) {
    if (compare(inOrder[at - 1] as number, inOrder[at] as number) !== 0) rank++;
    ranks[inOrder[at] as number] = rank;
  }
  return ranks;
}
