/**
 * What the entries of a map become.
 */
import { ParquetError } from '@marquetry/core';
import { formatPath, type MapField } from '@marquetry/schema';

/**
 * - `entries`: an array of `[key, value]` in the order of the file. Nothing is lost, and keys may repeat.
 * - `map`: a Map; of keys that are equal the last one counts.
 * - `object`: an object with the keys as names; numbers, bigints and booleans as text. The last of equal keys counts.
 */
export type MapForm = 'entries' | 'map' | 'object';

/** Builds maps, a stretch of entries at a time. */
interface MapBuilder {
  /** An empty map. */
  start(): object;
  /** Adds the entries `[from, to)`. */
  add(map: object, keys: readonly unknown[], values: readonly unknown[], from: number, to: number): void;
}

/** @throws ParquetError INVALID_ARGUMENT for no form, or `object` where keys are no names. */
export function mapBuilder(form: MapForm, { key, node }: MapField): MapBuilder {
  if (form === 'entries') return pairs;
  if (form === 'map') return entries;
  const column = formatPath(node.path);
  if (form !== 'object') throw new ParquetError('INVALID_ARGUMENT', `there is no form of maps '${form}'`, { column });
  if (key.kind !== 'leaf') {
    throw new ParquetError('INVALID_ARGUMENT', `a map with a ${key.kind} as its key is no object`, { column });
  }
  return {
    start: () => ({}),
    add: (map, keys, values, from, to) => {
      for (let i = from; i < to; i++) {
        const name = keys[i];
        if (typeof name === 'object') {
          throw new ParquetError('INVALID_ARGUMENT', 'a map whose keys are no text or numbers is no object', {
            column,
          });
        }
        setOwn(map as Record<string, unknown>, String(name), values[i]);
      }
    },
  };
}

/** Assignment to `__proto__` would change what the object inherits. */
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
