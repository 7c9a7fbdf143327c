/**
 * Tests dictionary indices instead of values: an index passes if its entry satisfies the predicate.
 *
 * If the entries that pass are adjacent, or if all other entries are, comparing indices with the ends of that range is
 * faster than looking up each index. `eq` and `ne` usually pass such entries, and so do ranges of values if the
 * dictionary is sorted.
 *
 *   entries   0 1 1 1 0    1 <= index <= 3          entries   1 1 0 1 1    index != 2
 */
import { columnKernels, findBit } from '@marquetry/bit-io';
import type { ColumnKernels, Steps } from '@marquetry/core';
import { bytesFor, stepSlots } from './bits.js';
import { formOf, type NumberForm } from './number-forms.js';
import { type NumberTests, type TestedNumbers, testNumbers, testsOf } from './number-tests.js';

/** A test of dictionary indices. */
export interface IndexTests {
  /** The test, expressed as comparisons of indices; undefined if it cannot be expressed in this way. */
  readonly comparisons: NumberTests | undefined;
  /** One byte per dictionary entry: 1 if the entry passes, otherwise 0. */
  readonly entries: Uint8Array;
}

/** Converts one bit per dictionary entry (1 if the entry passes) to a test of indices. There are `count` entries. */
export function indexTestsOf(bits: Uint8Array, count: number): IndexTests {
  const entries = new Uint8Array(count);
  for (let i = 0; i < count; i++) entries[i] = ((bits[i >> 3] as number) >> (i & 7)) & 1;
  const passing = rangeOf(bits, count, 1);
  if (passing !== undefined) return { comparisons: testsOf(within(...passing, count)), entries };
  const failing = rangeOf(bits, count, 0);
  return { comparisons: failing && testsOf(outside(...failing)), entries };
}

/** Returns the first and the last of the bits that equal `wanted`, if all bits between them do too. */
function rangeOf(bits: Uint8Array, count: number, wanted: 0 | 1): readonly [number, number] | undefined {
  const first = findBit(bits, 0, count, wanted);
  const end = findBit(bits, first, count, wanted === 1 ? 0 : 1);
  return findBit(bits, end, count, wanted) === count ? [first, end - 1] : undefined;
}

/** Returns comparisons that hold for the indices `[first, last]` of a dictionary with `count` entries. */
function within(first: number, last: number, count: number): readonly NumberForm[] {
  if (first === last) return [formOf('int32', '=', first)];
  const forms: NumberForm[] = [];
  if (last < count - 1 || first === 0) forms.push(formOf('int32', '<=', last));
  if (first > 0) forms.push(formOf('int32', '>=', first));
  return forms;
}

/** Returns a comparison that holds for all indices outside `[first, last]`. */
function outside(first: number, last: number): readonly NumberForm[] {
  if (first === last) return [formOf('int32', '!=', first)];
  const limits = [...formOf('int32', '>=', first).limits, ...formOf('int32', '<=', last).limits];
  return [{ limits, isInverted: true }];
}

/**
 * Tests indices as {@link testNumbers} tests numbers: writes one bit per index to `bits`, and may return the indices
 * that pass.
 */
export function testIndices(
  { comparisons, entries }: IndexTests,
  indices: TestedNumbers,
  bits: Uint8Array,
  spare: Uint8Array,
  kernels: ColumnKernels,
): Int32Array | undefined {
  if (comparisons !== undefined && kernels.compareBelow !== undefined) {
    return testNumbers(comparisons, indices, bits, spare, kernels);
  }
  const { count, words } = indices;
  lookUp(words, count, entries, bits);
  return undefined;
}

/** Returns one bit per index: 1 if the index passes. The bits of indices without an entry are arbitrary. */
export function* bitsOfIndices(
  tests: IndexTests,
  indices: Int32Array,
  count: number,
  kernels: ColumnKernels = columnKernels,
): Steps<Uint8Array> {
  const bits = new Uint8Array(bytesFor(count));
  const spare = new Uint8Array(bytesFor(Math.min(count, stepSlots)));
  for (let from = 0; from < count; ) {
    const to = Math.min(count, from + stepSlots);
    const step = { words: indices.subarray(from, to), count: to - from, isKept: false };
    testIndices(tests, step, bits.subarray(from >> 3, bytesFor(to)), spare, kernels);
    if (to < count) yield;
    from = to;
  }
  return bits;
}

/** Writes the entry of each of the first `count` indices, 0 or 1, as a bit. */
function lookUp(indices: Int32Array, count: number, entries: Uint8Array, bits: Uint8Array): void {
  const whole = count & ~7;
  for (let i = 0; i < whole; i += 8) {
    bits[i >> 3] =
      (entries[indices[i] as number] as number) |
      ((entries[indices[i + 1] as number] as number) << 1) |
      ((entries[indices[i + 2] as number] as number) << 2) |
      ((entries[indices[i + 3] as number] as number) << 3) |
      ((entries[indices[i + 4] as number] as number) << 4) |
      ((entries[indices[i + 5] as number] as number) << 5) |
      ((entries[indices[i + 6] as number] as number) << 6) |
      ((entries[indices[i + 7] as number] as number) << 7);
  }
  if (whole === count) return;
  let last = 0;
  for (let i = whole; i < count; i++) {
    // If the column has one index per row, the indices of null rows are arbitrary, and out of range if the dictionary
    // is empty.
    last |= (entries[indices[i] as number] ?? 0) << (i & 7);
  }
  bits[whole >> 3] = last;
}
