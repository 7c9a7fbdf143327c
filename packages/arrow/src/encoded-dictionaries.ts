/**
 * Dictionaries that only the encoding of a file has: the writer of the file had a plain column. When a table that was read is written again,
 * its stored Arrow schema has the plain type.
 */
import type { DataType } from 'apache-arrow';

const types: WeakSet<DataType> = /* @__PURE__ */ new WeakSet();

/** Remembers, and returns, the type of a column that is a dictionary because its pages are. */
export function rememberEncoded<T extends DataType>(type: T): T {
  types.add(type);
  return type;
}

/** True for a type that {@link rememberEncoded} returned in this program: the mark is not part of the table's bytes. */
export function isEncodedOnly(type: DataType): boolean {
  return types.has(type);
}
