/**
 * Evaluates a predicate: returns one bit per row, 1 if the row matches.
 *
 * A bound predicate contains `not` only inside its tests. `and` and `or` therefore need only one bit per row, which is
 * 0 for both false and unknown.
 */

import type { ColumnPiece } from '@marquetry/column';
import { type ColumnKernels, type Nulls, ParquetError, runSteps, type Steps } from '@marquetry/core';
import type { TypedColumn } from '@marquetry/file';
import { validityOf } from '@marquetry/page';
import type { LeafNode } from '@marquetry/schema';
import type { Comparison, ElementTest, Predicate, RowFunction, ValueTest } from '../predicate/predicate.js';
import { allBits, bytesFor, intersect, invert, spreadBits, stepSlots, unite } from './bits.js';
import { compareWithAll, type ValueComparison } from './compare-values.js';
import { rowsWithElement } from './elements.js';
import { bitsOfIndices, type IndexTests, indexTestsOf } from './index-tests.js';

/** The rows on which a predicate is evaluated. */
export interface Rows {
  readonly rowCount: number;
  /**
   * Returns the values of a column in the rows to evaluate, either dense (only the non-null values) or spaced (one
   * value per slot, arbitrary for nulls). Columns for functions in the predicate must be spaced and must not have a
   * dictionary.
   */
  columnOf(leaf: LeafNode): ColumnPiece;
  readonly kernels?: ColumnKernels | undefined;
}

/** Evaluates a predicate. Returns one bit per row: bit `i` is 1 if row `i` matches. The caller may change the bits. */
export function evaluate(predicate: Predicate, rows: Rows): Uint8Array {
  return runSteps(evaluateInSteps(predicate, rows));
}

/**
 * Like {@link evaluate}, in steps of about a millisecond, so that the event loop can run in between. A call to a
 * function in the predicate is one step, however long it takes.
 */
export function* evaluateInSteps(predicate: Predicate, rows: Rows): Steps<Uint8Array> {
  switch (predicate.kind) {
    case 'constant':
      return predicate.value === true ? allBits(rows.rowCount) : new Uint8Array(bytesFor(rows.rowCount));
    case 'and': {
      const { others, together } = partsOf(predicate.parts);
      let bits: Uint8Array | undefined;
      for (const part of [...together, ...others]) {
        const found = 'comparisons' in part ? yield* evaluateValues(part, rows) : yield* evaluateInSteps(part, rows);
        if (bits === undefined) bits = found;
        else intersect(bits, found);
      }
      return bits ?? allBits(rows.rowCount);
    }
    case 'or': {
      const [first, ...others] = predicate.parts;
      const bits = yield* evaluateInSteps(first as Predicate, rows);
      for (const part of others) unite(bits, yield* evaluateInSteps(part, rows));
      return bits;
    }
    case 'value': {
      const { comparison, leaf } = predicate.test;
      if (comparison.kind === 'isNull') return yield* evaluateNulls(predicate.test, comparison, rows);
      return yield* evaluateValues({ leaf, key: comparison, comparisons: [comparison] }, rows);
    }
    case 'element':
      return yield* evaluateElements(predicate.test, rows);
    case 'function':
      return evaluateFunction(predicate.test, rows);
  }
}

/**
 * The comparisons of a column, all of which must hold. `key` identifies them in the cache of results for dictionary
 * entries.
 */
interface ValueTests {
  readonly leaf: LeafNode;
  readonly key: object;
  readonly comparisons: readonly ValueComparison[];
}

/**
 * The parts of an `and`. All comparisons of one column, such as both ends of a range, are evaluated in one loop over
 * its values.
 */
interface AndParts {
  readonly together: readonly ValueTests[];
  readonly others: readonly Predicate[];
}

const knownParts: WeakMap<readonly Predicate[], AndParts> = /* @__PURE__ */ new WeakMap();

function partsOf(parts: readonly Predicate[]): AndParts {
  const known = knownParts.get(parts);
  if (known !== undefined) return known;
  const byLeaf = new Map<LeafNode, ValueComparison[]>();
  const others: Predicate[] = [];
  for (const part of parts) {
    if (part.kind !== 'value' || part.test.comparison.kind === 'isNull') {
      others.push(part);
      continue;
    }
    const { comparison, leaf } = part.test;
    const same = byLeaf.get(leaf);
    if (same === undefined) byLeaf.set(leaf, [comparison]);
    else same.push(comparison);
  }
  const together = [...byLeaf].map(([leaf, comparisons]) => ({ leaf, key: comparisons, comparisons }));
  const found = { together, others };
  knownParts.set(parts, found);
  return found;
}

function* evaluateNulls(
  { leaf }: ValueTest,
  { level, isNegated }: Extract<Comparison, { readonly kind: 'isNull' }>,
  rows: Rows,
): Steps<Uint8Array> {
  const { nulls, slotCount } = rows.columnOf(leaf);
  const bits = yield* nullRows(nulls, slotCount, rows.rowCount, level);
  if (isNegated) invert(bits, rows.rowCount);
  return bits;
}

/**
 * Returns the comparisons if the predicate consists only of comparisons of one column, all of which must hold.
 * Otherwise returns undefined.
 */
export function comparisonsOf(predicate: Predicate): readonly ValueComparison[] | undefined {
  if (predicate.kind === 'value') {
    const { comparison } = predicate.test;
    return comparison.kind === 'isNull' ? undefined : [comparison];
  }
  if (predicate.kind !== 'and') return undefined;
  const { others, together } = partsOf(predicate.parts);
  return others.length === 0 && together.length === 1 ? together[0]?.comparisons : undefined;
}

function* evaluateValues(tests: ValueTests, rows: Rows): Steps<Uint8Array> {
  const { leaf } = tests;
  const piece = rows.columnOf(leaf);
  const { nulls, slotCount } = piece;
  const bits = yield* bitsOfValues(tests, piece, rows.kernels);
  const validity = validityOf(nulls, leaf.maxDefinitionLevel);
  if (validity === undefined) return bits;
  if (!piece.spaced) return yield* spreadBits(bits, validity, slotCount);
  intersect(bits, validity);
  return bits;
}

/**
 * Returns one bit per value of a column, or one per slot if the column is spaced: 1 if the value satisfies the
 * comparisons. The bits of nulls are arbitrary.
 */
function* bitsOfValues(
  tests: ValueTests,
  { values }: ColumnPiece,
  kernels: ColumnKernels | undefined,
): Steps<Uint8Array> {
  if (values.layout !== 'dictionary') return yield* compareWithAll(tests.comparisons, tests.leaf, values, kernels);
  const { dictionary, indices, length } = values;
  const entryTests = yield* testsOfEntries(tests, dictionary, kernels);
  return yield* bitsOfIndices(entryTests, indices, length, kernels);
}

/**
 * Caches the tests of indices. All batches of a chunk have the same dictionary, and therefore use the same test.
 */
const knownTests: WeakMap<object, WeakMap<object, IndexTests>> = /* @__PURE__ */ new WeakMap();

function* testsOfEntries(
  { leaf, key, comparisons }: ValueTests,
  dictionary: Parameters<typeof compareWithAll>[2],
  kernels: ColumnKernels | undefined,
): Steps<IndexTests> {
  let known = knownTests.get(dictionary);
  if (known === undefined) {
    known = new WeakMap();
    knownTests.set(dictionary, known);
  }
  let tests = known.get(key);
  if (tests === undefined) {
    const bits = yield* compareWithAll(comparisons, leaf, dictionary, kernels);
    tests = indexTestsOf(bits, dictionary.length);
    known.set(key, tests);
  }
  return tests;
}

/** Returns one bit per row: 1 if the definition level of the row's first slot is below `level`. */
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
  const { leaf } = test;
  const comparisons = test.comparisons.filter((each): each is ValueComparison => each.kind !== 'isNull');
  const tests = { leaf, key: test, comparisons };
  const bits = comparisons.length === 0 ? undefined : yield* bitsOfValues(tests, piece, rows.kernels);
  return yield* rowsWithElement(test, piece, bits);
}

function evaluateFunction({ leaves, test, isNegated }: RowFunction, rows: Rows): Uint8Array {
  const bits = new Uint8Array(bytesFor(rows.rowCount));
  const columns = leaves.map((leaf): TypedColumn => ({ leaf, ...rows.columnOf(leaf) }));
  const returned: unknown = test(columns, rows.rowCount, bits);
  if (typeof returned === 'object' && returned !== null && 'then' in returned) {
    throw new ParquetError('INVALID_ARGUMENT', 'a predicate function must not be asynchronous');
  }
  // Clear bits after the last row, because the caller's function may have set them.
  intersect(bits, allBits(rows.rowCount));
  if (isNegated) invert(bits, rows.rowCount);
  return bits;
}
