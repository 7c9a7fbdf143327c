/** Reads the values that may represent a list or a map in a row. */
import type { Refuse } from './refuse.js';
import { isStructObject } from './struct-object.js';

/** Returns the entries of an array, a typed array, or any other iterable except strings and Maps. */
export function listEntries(value: unknown, refuse: Refuse): ArrayLike<unknown> {
  if (Array.isArray(value)) return value;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return value as ArrayLike<unknown> & ArrayBufferView;
  if (!isIterable(value) || value instanceof Map) refuse(value, 'a list (an array, a typed array or another iterable)');
  return [...(value as Iterable<unknown>)];
}

/** Returns `[key, value]` for each entry of a Map, an array or iterable of such pairs, or a plain object. */
export function mapEntries(value: unknown, refuse: Refuse): readonly (readonly unknown[])[] {
  const wanted = 'a map (a Map, an array of [key, value] pairs, or an object)';
  if (value instanceof Map) return [...value];
  if (isIterable(value) && !ArrayBuffer.isView(value)) {
    const entries = Array.isArray(value) ? value : [...value];
    for (const entry of entries) {
      if (!Array.isArray(entry) || entry.length < 1 || entry.length > 2) refuse(entry, 'a map entry [key, value]');
    }
    return entries;
  }
  return Object.entries(isStructObject(value) ? value : refuse(value, wanted));
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
