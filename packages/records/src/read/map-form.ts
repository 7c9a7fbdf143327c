/**
 * What the entries of a map become.
 */
import { ParquetError } from '@marquetry/core';
import { formatPath, type MapField } from '@marquetry/schema';

/**
 * - `entries`: an array of `[key, value]` in the order of the file. The default: nothing is lost, keys may repeat.
 * - `map`: a Map; of keys that are equal the last one counts.
 * - `object`: an object with the keys as names; numbers, bigints and booleans as text. The last of equal keys counts.
 */
export type MapForm = 'entries' | 'map' | 'object';

/** A map of the entries `[from, to)`. */
type BuildMap = (keys: readonly unknown[], values: readonly unknown[], from: number, to: number) => unknown;

/** @throws ParquetError INVALID_ARGUMENT for no form, or `object` where keys are no names. */
export function mapBuilder(form: MapForm, { key, node }: MapField): BuildMap {
  if (form === 'entries') return pairs;
  if (form === 'map') return map;
  const column = formatPath(node.path);
  if (form !== 'object') throw new ParquetError('INVALID_ARGUMENT', `there is no form of maps '${form}'`, { column });
  if (key.kind !== 'leaf') {
    throw new ParquetError('INVALID_ARGUMENT', `a map with a ${key.kind} as its key is no object`, { column });
  }
  return (keys, values, from, to) => {
    const built: Record<string, unknown> = {};
    for (let i = from; i < to; i++) {
      const name = keys[i];
      if (typeof name === 'object') {
        throw new ParquetError('INVALID_ARGUMENT', 'a map whose keys are no text or numbers is no object', { column });
      }
      setOwn(built, String(name), values[i]);
    }
    return built;
  };
}

/** Assignment to `__proto__` would change what the object inherits. */
function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value;
  else Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}

const pairs: BuildMap = (keys, values, from, to) => {
  const built: unknown[] = [];
  for (let i = from; i < to; i++) built.push([keys[i], values[i]]);
  return built;
};

const map: BuildMap = (keys, values, from, to) => {
  const built = new Map<unknown, unknown>();
  for (let i = from; i < to; i++) built.set(keys[i], values[i]);
  return built;
};
