/**
 * Marks Dictionary types that exist only because the pages of a file are dictionary-encoded, although the writer of the file declared a plain column.
 * When a table with such a type is written again, the Arrow schema stored in the new file has the plain type.
 */
import type { DataType } from 'apache-arrow';

const types: WeakSet<DataType> = /* @__PURE__ */ new WeakSet();

/** Marks the type of a column that is a Dictionary only because its pages are dictionary-encoded. Returns the type. */
export function rememberEncoded<T extends DataType>(type: T): T {
  types.add(type);
  return type;
}

/** True for a type that {@link rememberEncoded} has marked. The mark is lost if the table is serialized. */
export function isEncodedOnly(type: DataType): boolean {
  return types.has(type);
}
