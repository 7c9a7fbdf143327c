/**
 * Reads flatbuffers from untrusted bytes ("FlatBuffer Internals", https://flatbuffers.dev/internals).
 *
 *   table   int32: distance back to its vtable, then fields
 *   vtable  uint16: its size, uint16: size of the table, then a uint16 per field: its offset in the table, 0 if absent
 *   string  uint32: number of bytes, then UTF-8
 *   vector  uint32: number of entries, then the entries; an entry for a string or table is a uint32: distance forward
 *
 * Distances to tables are never negative, so tables cannot form a cycle. But many fields may refer to the same table, so a few bytes could describe a
 * tree of any size. The `spend` function therefore throws if the number of visited bytes exceeds a multiple of the buffer's size.
 */

/** A table in a flatbuffer: its position, and the position of its vtable, which lists the offsets of its fields. */
export interface FlatTable {
  readonly at: number;
  readonly vtable: number;
  readonly vtableBytes: number;
}

export interface Flatbuffer {
  readonly root: FlatTable;
  /** Returns the position of the field with the number `slot`, or 0 if the table does not have the field. */
  fieldOf(table: FlatTable, slot: number): number;
  /** Reads an integer field. Returns `otherwise` if the table does not have the field. */
  uint8(table: FlatTable, slot: number, otherwise?: number): number;
  int16(table: FlatTable, slot: number, otherwise?: number): number;
  int32(table: FlatTable, slot: number, otherwise?: number): number;
  string(table: FlatTable, slot: number): string | undefined;
  table(table: FlatTable, slot: number): FlatTable | undefined;
  tables(table: FlatTable, slot: number): readonly FlatTable[];
}

/**
 * Opens the flatbuffer that starts at `start`.
 * @throws RangeError for offsets outside the bytes, and if so many fields share tables or strings that reading would
 * take too long; TypeError for strings that are not UTF-8. The functions of the result throw the same errors.
 */
export function openFlatbuffer(bytes: Uint8Array, start: number): Flatbuffer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  // Each byte may be visited four times, because writers share vtables and may share strings.
  let left = 4 * bytes.length;
  const spend = (count: number): void => {
    left -= count;
    if (left < 0) throw new RangeError('too many fields share the same tables or strings');
  };
  const tableAt = (at: number): FlatTable => {
    spend(4);
    const vtable = at - view.getInt32(at, true);
    return { at, vtable, vtableBytes: view.getUint16(vtable, true) };
  };
  const fieldOf = ({ at, vtable, vtableBytes }: FlatTable, slot: number): number => {
    const entry = 4 + 2 * slot;
    const offset = entry + 2 <= vtableBytes ? view.getUint16(vtable + entry, true) : 0;
    return offset === 0 ? 0 : at + offset;
  };
  /** Reads the distance that is stored at `at`, and returns the position that it leads to. */
  const follow = (at: number): number => at + view.getUint32(at, true);
  const string = (at: number): string => {
    const length = view.getUint32(at, true);
    spend(4 + length);
    if (at + 4 + length > bytes.length) throw new RangeError('a string extends past the end of the flatbuffer');
    return utf8.decode(bytes.subarray(at + 4, at + 4 + length));
  };
  return {
    root: tableAt(start + view.getUint32(start, true)),
    fieldOf,
    uint8: (table, slot, otherwise = 0) => {
      const at = fieldOf(table, slot);
      return at === 0 ? otherwise : view.getUint8(at);
    },
    int16: (table, slot, otherwise = 0) => {
      const at = fieldOf(table, slot);
      return at === 0 ? otherwise : view.getInt16(at, true);
    },
    int32: (table, slot, otherwise = 0) => {
      const at = fieldOf(table, slot);
      return at === 0 ? otherwise : view.getInt32(at, true);
    },
    string: (table, slot) => {
      const at = fieldOf(table, slot);
      return at === 0 ? undefined : string(follow(at));
    },
    table: (table, slot) => {
      const at = fieldOf(table, slot);
      return at === 0 ? undefined : tableAt(follow(at));
    },
    tables: (table, slot) => {
      const field = fieldOf(table, slot);
      if (field === 0) return [];
      const at = follow(field);
      const length = view.getUint32(at, true);
      spend(4 * length);
      return Array.from({ length }, (_, i) => tableAt(follow(at + 4 + 4 * i)));
    },
  };
}
