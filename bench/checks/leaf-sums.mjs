// Computes, from what Marquetry read, the number of values of each leaf column and their sum. For byte arrays, the sum
// is that of their lengths.

/** Returns what one value adds to the sum: the number, the byte length of a text, the days of a date. */
function weightOf(value) {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return Number(value);
}

/** Returns a function that returns what the value at an index adds to the sum. */
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

/** Returns the number and sum of values of each leaf of typed columns, nested or not. */
export function sumsOfBatches(batches, { leaves, isNested }) {
  const sums = leaves.map(() => ({ count: 0, sum: 0 }));
  for (const batch of batches) {
    const columns = isNested ? batch.columns.flatMap(nestedLeaves) : Object.values(batch);
    for (const [i, { values, nulls, spaced, length }] of columns.entries()) {
      const isSpaced = spaced === true || (isNested && values.length === length);
      addValues(sums[i], values, isSpaced ? nulls.bits : undefined);
    }
  }
  return sums;
}

/**
 * Returns the number and sum of values of row objects, or of one object of columns, by the paths of the values. An array in an array is an
 * entry of a map.
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
