/**
 * Compares row values exactly, including bits of floats and the order of keys.
 */

/** Describes the first difference between two values. Returns `undefined` if they are equal. */
export function same(actual: unknown, expected: unknown, path = ''): string | undefined {
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null) {
    return Object.is(actual, expected) ? undefined : `${path}: ${show(actual)}, not ${show(expected)}`;
  }
  if (Object.getPrototypeOf(actual) !== Object.getPrototypeOf(expected)) {
    return `${path}: ${show(actual)} has another type than ${show(expected)}`;
  }
  const keys = Object.keys(expected);
  if (Object.keys(actual).join('\n') !== keys.join('\n')) return `${path}: keys ${Object.keys(actual)}, not ${keys}`;
  for (const key of keys) {
    const difference = same(own(actual, key), own(expected, key), `${path}/${key}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function own(object: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}

function show(value: unknown): string {
  return typeof value === 'bigint'
    ? `${value}n`
    : Object.is(value, -0)
      ? '-0'
      : (JSON.stringify(value) ?? String(value));
}
