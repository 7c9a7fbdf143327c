/** Creates the JavaScript values of map columns, in the form that the caller chooses. */
import { ParquetError } from '@marquetry/core';
import { formatPath, type MapField } from '@marquetry/schema';

/**
 * The form of a map:
 * - `entries`: an array of `[key, value]` in the order of the file. Nothing is lost, and keys may repeat.
 * - `map`: a Map. If a key repeats, its last value wins.
 * - `object`: an object whose property names are the keys; numbers, bigints and booleans are converted to text. If a
 *   key repeats, its last value wins.
 */
export type MapForm = 'entries' | 'map' | 'object';

/** Creates the JavaScript value of a map, and adds entries to it in several calls. */
interface MapBuilder {
  /** Creates an empty map. */
  start(): object;
  /** Adds the entries `[from, to)` of `keys` and `values`. */
  add(map: object, keys: readonly unknown[], values: readonly unknown[], from: number, to: number): void;
}

/**
 * Returns the functions that build the values of a map column in a given form: `entries`, `map` or `object`.
 * @throws ParquetError INVALID_ARGUMENT for an unknown form, and for `object` if keys cannot be property names.
 */
export function mapBuilder(form: MapForm, { key, node }: MapField): MapBuilder {
  if (form === 'entries') return pairs;
  if (form === 'map') return entries;
  const column = formatPath(node.path);
  if (form !== 'object')
    throw new ParquetError('INVALID_ARGUMENT', `\`maps\` must be 'entries', 'map' or 'object', got '${form}'`, {
      column,
    });
  if (key.kind !== 'leaf') {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `a map whose key is a ${key.kind} cannot be an object: use \`maps: 'map'\``,
      { column },
    );
  }
  return {
    start: () => ({}),
    add: (map, keys, values, from, to) => {
      for (let i = from; i < to; i++) {
        const name = keys[i];
        if (typeof name === 'object') {
          throw new ParquetError(
            'INVALID_ARGUMENT',
            "a map whose key is not text, a number or a boolean cannot be an object: use `maps: 'map'`",
            {
              column,
            },
          );
        }
        setOwn(map as Record<string, unknown>, String(name), values[i]);
      }
    },
  };
}

/** Sets an own property, even if its name is `__proto__`; assigning that name would change the prototype. */
function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value;
  else Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}

const pairs: MapBuilder = {
  start: () => [],
  add: (map, keys, values, from, to) => {
    const built = map as unknown[];
    for (let i = from; i < to; i++) built.push([keys[i], values[i]]);
  },
};

const entries: MapBuilder = {
  start: () => new Map(),
  add: (map, keys, values, from, to) => {
    const built = map as Map<unknown, unknown>;
    for (let i = from; i < to; i++) built.set(keys[i], values[i]);
  },
};
