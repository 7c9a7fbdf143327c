/**
 * Which rows pass a predicate: a bit per row.
 *
 * `not` stands at the tests, so that a row passes a tree if enough of its tests are true: false and unknown need not be told
 * apart above them.
 */

import type { ColumnPiece } from '@marquetry/column';
import { type Kernels, type Nulls, ParquetError, runSteps, type Steps } from '@marquetry/core';
import type { TypedColumn } from '@marquetry/file';
import { validityOf } from '@marquetry/page';
import type { LeafNode } from '@marquetry/schema';
import type { ElementTest, Predicate, RowFunction, ValueTest } from '../predicate/predicate.js';
import { allBits, bitsOfIndices, bytesFor, intersect, invert, spreadBits, stepSlots, unite } from './bits.js';
import { compareWithAll, type ValueComparison } from './compare-values.js';
import { rowsWithElement } from './elements.js';

/** The rows to test. */
export interface Rows {
  readonly rowCount: number;
  /** A column of the predicate: these rows, dense or spaced; for functions spaced and flat. */
  columnOf(leaf: LeafNode): ColumnPiece;
  readonly kernels?: Kernels | undefined;
}

/** Bit `i` is 1 where row `i` passes. The caller may change the bits. */
export function evaluate(predicate: Predicate, rows: Rows): Uint8Array {
  return runSteps(evaluateInSteps(predicate, rows));
}

/**
 * As {@link evaluate}, in steps of about a millisecond, but for what a caller's
 * function does.
 */
export function* evaluateInSteps(predicate: Predicate, rows: Rows): Steps<Uint8Array> {
  switch (predicate.kind) {
    case 'constant':
      return predicate.value === true ? allBits(rows.rowCount) : new Uint8Array(bytesFor(rows.rowCount));
    case 'and':
    case 'or': {
      const [first, ...others] = predicate.parts;
      const bits = yield* evaluateInSteps(first as Predicate, rows);
      for (const part of others) {
        (predicate.kind === 'and' ? intersect : unite)(bits, yield* evaluateInSteps(part, rows));
      }
      return bits;
    }
    case 'value':
      return yield* evaluateValue(predicate.test, rows);
    case 'element':
      return yield* evaluateElements(predicate.test, rows);
    case 'function':
      return evaluateFunction(predicate.test, rows);
  }
}

function* evaluateValue({ leaf, comparison }: ValueTest, rows: Rows): Steps<Uint8Array> {
  const piece = rows.columnOf(leaf);
  const { nulls, slotCount } = piece;
  if (comparison.kind === 'isNull') {
    const bits = yield* nullRows(nulls, slotCount, rows.rowCount, comparison.level);
    if (comparison.isNegated) invert(bits, rows.rowCount);
    return bits;
  }
  const bits = yield* bitsOfValues([comparison], leaf, piece, rows.kernels);
  const validity = validityOf(nulls, leaf.maxDefinitionLevel);
  if (validity === undefined) return bits;
  if (!piece.spaced) return yield* spreadBits(bits, validity, slotCount);
  intersect(bits, validity);
  return bits;
}

/** A bit per value of a piece, or per slot where it is spaced: those of nulls mean nothing. */
function* bitsOfValues(
  comparisons: readonly ValueComparison[],
  leaf: LeafNode,
  { values }: ColumnPiece,
  kernels: Kernels | undefined,
): Steps<Uint8Array> {
  if (values.layout !== 'dictionary') return yield* compareWithAll(comparisons, leaf, values, kernels);
  const { dictionary, indices, length } = values;
  const verdicts = yield* verdictsOf(comparisons, leaf, dictionary, kernels);
  return yield* bitsOfIndices(indices, length, verdicts);
}

/** Verdicts on the entries of dictionaries, a byte each: pieces of a chunk share them. */
const verdictsOfEntries: WeakMap<object, WeakMap<object, Uint8Array>> = /* @__PURE__ */ new WeakMap();

function* verdictsOf(
  comparisons: readonly ValueComparison[],
  leaf: LeafNode,
  dictionary: Parameters<typeof compareWithAll>[2],
  kernels: Kernels | undefined,
): Steps<Uint8Array> {
  const key = comparisons[0] ?? leaf;
  let known = verdictsOfEntries.get(dictionary);
  if (known === undefined) {
    known = new WeakMap();
    verdictsOfEntries.set(dictionary, known);
  }
  let verdicts = known.get(key);
  if (verdicts === undefined) {
    const bits = yield* compareWithAll(comparisons, leaf, dictionary, kernels);
    verdicts = new Uint8Array(dictionary.length);
    for (let i = 0; i < verdicts.length; i++) verdicts[i] = ((bits[i >> 3] as number) >> (i & 7)) & 1;
    known.set(key, verdicts);
  }
  return verdicts;
}

/** Rows whose definition level is below `level`, at their first slot. */
function* nullRows(nulls: Nulls, slotCount: number, rowCount: number, level: number): Steps<Uint8Array> {
  if (nulls.kind === 'none') return new Uint8Array(bytesFor(rowCount));
  if (nulls.kind === 'bitmap') {
    const bits = nulls.bits.slice(0, bytesFor(rowCount));
    invert(bits, rowCount);
    return bits;
  }
  const { definition, repetition } = nulls;
  const bits = new Uint8Array(bytesFor(rowCount));
  let row = 0;
  for (let from = 0; from < slotCount; ) {
    const to = Math.min(slotCount, from + stepSlots);
    for (let slot = from; slot < to; slot++) {
      if (repetition !== undefined && repetition[slot] !== 0) continue;
      if ((definition[slot] as number) < level) bits[row >> 3] = (bits[row >> 3] as number) | (1 << (row & 7));
      row++;
    }
    if (to < slotCount) yield;
    from = to;
  }
  return bits;
}

function* evaluateElements(test: ElementTest, rows: Rows): Steps<Uint8Array> {
  const piece = rows.columnOf(test.leaf);
  const comparisons = test.comparisons.filter((each): each is ValueComparison => each.kind !== 'isNull');
  const bits = comparisons.length === 0 ? undefined : yield* bitsOfValues(comparisons, test.leaf, piece, rows.kernels);
  return yield* rowsWithElement(test, piece, bits);
}

function evaluateFunction({ leaves, test, isNegated }: RowFunction, rows: Rows): Uint8Array {
  const bits = new Uint8Array(bytesFor(rows.rowCount));
  const columns = leaves.map((leaf): TypedColumn => ({ leaf, ...rows.columnOf(leaf) }));
  const returned: unknown = test(columns, rows.rowCount, bits);
  if (typeof returned === 'object' && returned !== null && 'then' in returned) {
    throw new ParquetError('INVALID_ARGUMENT', 'the function of a predicate must not be asynchronous');
  }
  // Whatever it set beyond the last row is not a row.
  intersect(bits, allBits(rows.rowCount));
  if (isNegated) invert(bits, rows.rowCount);
  return bits;
}
