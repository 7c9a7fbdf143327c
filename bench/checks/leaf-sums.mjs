// Computes the number of values in each leaf column and their sum from the values that Marquetry read. A byte array
// adds its length to the sum.
import { isNestedBatch } from '../readers/marquetry.mjs';

/**
 * Returns the number that a value adds to the sum of its leaf column: the length in bytes for a string, the value
 * itself for a number, and 0 or 1 for a boolean.
 */
function weightOf(value) {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return Number(value);
}

/** Returns a function that takes the index of a value and returns the number that the value adds to its column sum. */
function weigher(values) {
  const { layout } = values;
  if (layout === 'dictionary') {
    const weigh = weigher(values.dictionary);
    const weights = Float64Array.from({ length: values.dictionary.length }, (_, i) => weigh(i));
    return (i) => weights[values.indices[i]];
  }
  if (layout === 'bytes') return (i) => values.offsets[i + 1] - values.offsets[i];
  if (layout === 'bits') return (i) => (values.data[i >> 3] >> (i & 7)) & 1;
  return (i) => Number(values.data[i]);
}

function addValues(sums, values, bits) {
  const weigh = weigher(values);
  for (let i = 0; i < values.length; i++) {
    if (bits !== undefined && ((bits[i >> 3] >> (i & 7)) & 1) === 0) continue;
    sums.count++;
    sums.sum += weigh(i);
  }
}

function nestedLeaves(column) {
  if (column.kind === 'leaf') return [column];
  const inner = {
    list: () => [column.element],
    map: () => [column.key, column.value],
    struct: () => column.children,
  };
  return inner[column.kind]().flatMap(nestedLeaves);
}

/** Returns the number of values and their sum for each leaf of typed columns, nested or not. */
export function sumsOfBatches(batches) {
  const sums = [];
  for (const batch of batches) {
    const isNested = isNestedBatch(batch);
    const columns = isNested ? batch.columns.flatMap(nestedLeaves) : Object.values(batch);
    for (const [i, { values, nulls, spaced, length }] of columns.entries()) {
      const isSpaced = spaced === true || (isNested && values.length === length);
      sums[i] ??= { count: 0, sum: 0 };
      addValues(sums[i], values, isSpaced ? nulls.bits : undefined);
    }
  }
  return sums;
}

/**
 * Returns the number of values and their sum for each path in row objects, or in one object of columns. An array inside
 * an array counts as a map entry.
 */
export function sumsOfObjects(objects) {
  const sums = new Map();
  const visit = (path, value, isMember = false) => {
    if (value === null || value === undefined) return;
    if (value instanceof Map) visit(path, [...value], isMember);
    else if (Array.isArray(value)) {
      for (const [i, member] of value.entries()) visit(isMember ? `${path}/${i}` : path, member, true);
    } else if (typeof value === 'object') {
      for (const [name, member] of Object.entries(value)) visit(`${path}/${name}`, member);
    } else {
      const found = sums.get(path) ?? { count: 0, sum: 0 };
      found.count++;
      found.sum += weightOf(value);
      sums.set(path, found);
    }
  };
  for (const object of objects) visit('', object);
  return [...sums.values()];
}
