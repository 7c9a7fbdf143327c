/**
 * Compares the values of a column with the literals of comparisons. The result is one bit per value.
 */
import { columnKernels, readInt32 } from '@marquetry/bit-io';
import { stepEnd } from '@marquetry/column';
import {
  bytesOf,
  type ColumnKernels,
  type DirectValues,
  PhysicalType,
  type Steps,
  sliceValues,
  viewOf,
} from '@marquetry/core';
import { compareBytes, float16ToNumber, orderOf, type ValueOrder } from '@marquetry/logical';
import type { LeafNode } from '@marquetry/schema';
import type { Comparison, Relation } from '../predicate/predicate.js';
import { allBits, bytesFor, intersect, invert, unite } from './bits.js';
import { type ByteSet, compareRange, createByteSet, hasPrefix, isEqual } from './byte-ranges.js';
import { formOf, type NumberType, testForm } from './number-forms.js';
import { holds, type Threshold, thresholdOf } from './threshold.js';

/** Any comparison except `isNull`, which needs only the definition levels. */
export type ValueComparison = Exclude<Comparison, { readonly kind: 'isNull' }>;

/** The operator that expresses each relation in comparisons of numbers. */
export const operators = { eq: '=', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

/** Returns one bit per value: bit `i` is 1 if value `i` satisfies the comparison. */
function compareValues(
  comparison: ValueComparison,
  leaf: LeafNode,
  values: DirectValues,
  kernels: ColumnKernels = columnKernels,
): Uint8Array {
  const bits = accepted(comparison, leaf, values, kernels);
  if (comparison.isNegated) invert(bits, values.length);
  return bits;
}

function accepted(
  comparison: ValueComparison,
  leaf: LeafNode,
  values: DirectValues,
  kernels: ColumnKernels,
): Uint8Array {
  switch (comparison.kind) {
    case 'relation':
      return related(thresholdOf(comparison.relation, comparison.literal), leaf, values, kernels);
    case 'in':
      return among(comparison.literals, leaf, values, kernels);
    case 'startsWith':
      return bitsWhere(values, (data, start, end) => hasPrefix(comparison.prefix, data, start, end));
    case 'isNaN': {
      const numbers = related({ kind: 'all' }, leaf, values, kernels);
      invert(numbers, values.length);
      return numbers;
    }
  }
}

/**
 * Returns the order in which predicates compare the values of a column. It depends only on the type, not on the column
 * order in the footer: numbers compare by value, INT96 by time.
 */
export function orderFor(leaf: LeafNode): ValueOrder | undefined {
  return orderOf(leaf, leaf.type === PhysicalType.INT96 ? 'INT96_TIMESTAMP_ORDER' : 'TYPE_ORDER');
}

function related(threshold: Threshold, leaf: LeafNode, values: DirectValues, kernels: ColumnKernels): Uint8Array {
  const count = values.length;
  if (threshold.kind === 'none') return new Uint8Array(bytesFor(count));
  const numbers = numbersOf(leaf, values);
  if (numbers !== undefined) {
    const { type, source } = numbers;
    const bits = new Uint8Array(bytesFor(count));
    if (threshold.kind === 'value') {
      const { bytes, relation } = threshold;
      testForm(formOf(type, operators[relation], constantOf(type, bytes)), source, count, bits, kernels);
    } else if (type === 'float' || type === 'double') {
      testForm(formOf(type, '>=', Number.NEGATIVE_INFINITY), source, count, bits, kernels);
    } else return allBits(count);
    return bits;
  }
  if (values.layout === 'bits') return relatedBits(threshold, values.data, count);
  if (leaf.annotation?.kind === 'FLOAT16') return relatedHalves(threshold, values);
  if (threshold.kind === 'all') return allBits(count);
  return relatedBytes(threshold, orderFor(leaf)?.compareNumbers ?? compareBytes, values);
}

interface Numbers {
  readonly type: NumberType;
  readonly source: Int32Array;
}

function numbersOf(leaf: LeafNode, values: DirectValues): Numbers | undefined {
  const type = values.layout === 'fixed' ? numberTypeOf(leaf, values.type) : undefined;
  if (type === undefined) return undefined;
  const { buffer, byteOffset, byteLength } = values.data;
  return { type, source: new Int32Array(buffer, byteOffset, byteLength >> 2) };
}

/** Returns the number type that kernels use to compare a column's values; `undefined` if they are not numbers. */
export function numberTypeOf({ annotation }: LeafNode, type: PhysicalType): NumberType | undefined {
  const isUnsigned = annotation?.kind === 'INTEGER' && !annotation.isSigned;
  switch (type) {
    case PhysicalType.INT32:
      return isUnsigned ? 'uint32' : 'int32';
    case PhysicalType.INT64:
      return isUnsigned ? 'uint64' : 'int64';
    case PhysicalType.FLOAT:
      return 'float';
    case PhysicalType.DOUBLE:
      return 'double';
    default:
      return undefined;
  }
}

/** Converts the PLAIN bytes of a number to a constant that numbers can be compared with. */
export function constantOf(type: NumberType, bytes: Uint8Array): number | bigint {
  const view = viewOf(bytes);
  switch (type) {
    case 'int32':
      return readInt32(bytes, 0);
    case 'uint32':
      return readInt32(bytes, 0) >>> 0;
    case 'int64':
      return view.getBigInt64(0, true);
    case 'uint64':
      return view.getBigUint64(0, true);
    case 'float':
      return view.getFloat32(0, true);
    case 'double':
      return view.getFloat64(0, true);
  }
}

function relatedBits(threshold: Threshold, data: Uint8Array, count: number): Uint8Array {
  const accepts = (value: number): boolean =>
    threshold.kind === 'all' ||
    (threshold.kind === 'value' && holds(threshold.relation, value - (threshold.bytes[0] as number)));
  const bits = accepts(1) ? data.slice(0, bytesFor(count)) : new Uint8Array(bytesFor(count));
  if (accepts(0)) {
    const zeros = data.slice(0, bytesFor(count));
    invert(zeros, count);
    unite(bits, zeros);
  }
  return bits;
}

function relatedHalves(threshold: Threshold, values: DirectValues): Uint8Array {
  const half = (from: Uint8Array, at: number): number =>
    float16ToNumber((from[at] as number) | ((from[at + 1] as number) << 8));
  const relation: Relation = threshold.kind === 'value' ? threshold.relation : 'ge';
  const constant = threshold.kind === 'value' ? half(threshold.bytes, 0) : Number.NEGATIVE_INFINITY;
  return bitsWhere(values, (data, start) => {
    const value = half(data, start);
    return !Number.isNaN(value) && holds(relation, value < constant ? -1 : value > constant ? 1 : 0);
  });
}

function relatedBytes(
  { relation, bytes }: Extract<Threshold, { readonly kind: 'value' }>,
  order: (a: Uint8Array, b: Uint8Array) => number,
  values: DirectValues,
): Uint8Array {
  if (order !== compareBytes) {
    return bitsWhere(values, (data, start, end) => holds(relation, order(data.subarray(start, end), bytes)));
  }
  if (relation === 'eq') return bitsWhere(values, (data, start, end) => isEqual(bytes, data, start, end));
  return bitsWhere(values, (data, start, end) => holds(relation, compareRange(data, start, end, bytes)));
}

function among(
  literals: readonly Uint8Array[],
  leaf: LeafNode,
  values: DirectValues,
  kernels: ColumnKernels,
): Uint8Array {
  const { annotation, type } = leaf;
  const bits = new Uint8Array(bytesFor(values.length));
  // Equal values may have different bytes: for example, 0 and -0, or decimals that differ in the number of leading zero
  // bytes.
  const hasForms =
    values.layout === 'bits' ||
    annotation?.kind === 'FLOAT16' ||
    (annotation?.kind === 'DECIMAL' && type === PhysicalType.BYTE_ARRAY) ||
    type === PhysicalType.FLOAT ||
    type === PhysicalType.DOUBLE;
  if (hasForms || literals.length <= 4) {
    for (const literal of literals) {
      unite(bits, related({ kind: 'value', relation: 'eq', bytes: literal }, leaf, values, kernels));
    }
    return bits;
  }
  const set = setOf(literals);
  return bitsWhere(values, set.has);
}

/** Caches the set of literals of each `in` comparison, which is created once and used for all values. */
const sets: WeakMap<readonly Uint8Array[], ByteSet> = /* @__PURE__ */ new WeakMap();

function setOf(literals: readonly Uint8Array[]): ByteSet {
  const known = sets.get(literals);
  if (known !== undefined) return known;
  const set = createByteSet(literals);
  sets.set(literals, set);
  return set;
}

/** Returns one bit per value: 1 if `passes` returns true for the bytes `data[start, end)` of the value. */
function bitsWhere(
  values: DirectValues,
  passes: (data: Uint8Array, start: number, end: number) => boolean,
): Uint8Array {
  const data = bytesOf(values.data);
  const bits = new Uint8Array(bytesFor(values.length));
  const offsets = values.layout === 'bytes' ? values.offsets : undefined;
  const width = values.layout === 'fixed' ? values.width : 0;
  let start = offsets?.[0] ?? 0;
  for (let i = 0; i < values.length; i++) {
    const end = offsets === undefined ? start + width : (offsets[i + 1] as number);
    if (passes(data, start, end)) bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
    start = end;
  }
  return bits;
}

/** Returns one bit per value: 1 if the value satisfies all comparisons. All values are compared in one step. */
export function compareNow(
  comparisons: readonly ValueComparison[],
  leaf: LeafNode,
  values: DirectValues,
  kernels: ColumnKernels | undefined,
): Uint8Array {
  let passing: Uint8Array | undefined;
  for (const comparison of comparisons) {
    const found = compareValues(comparison, leaf, values, kernels);
    if (passing === undefined) passing = found;
    else intersect(passing, found);
  }
  return passing ?? allBits(values.length);
}

/** Like {@link compareNow}, but in steps of about a millisecond. */
export function* compareWithAll(
  comparisons: readonly ValueComparison[],
  leaf: LeafNode,
  values: DirectValues,
  kernels: ColumnKernels | undefined,
): Steps<Uint8Array> {
  const passingOf = (stretch: DirectValues): Uint8Array => compareNow(comparisons, leaf, stretch, kernels);
  if (wholeBytesEnd(values, 0) >= values.length) return passingOf(values);
  const bits = new Uint8Array(bytesFor(values.length));
  for (let from = 0; from < values.length; ) {
    const to = wholeBytesEnd(values, from);
    bits.set(passingOf(sliceValues(values, from, to)), from >> 3);
    if (to < values.length) yield;
    from = to;
  }
  return bits;
}

/**
 * Returns the index of the first value of the next step. It is a multiple of 8, so that the bits of each step start in
 * a new byte.
 */
function wholeBytesEnd(values: DirectValues, from: number): number {
  const end = stepEnd(values, from, values.length);
  return Math.min(values.length, end === values.length ? end : Math.max(from + 8, end & ~7));
}
