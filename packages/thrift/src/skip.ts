/** Skips values in time linear in their size, without allocation, and with bounded recursion. */

import type { Cursor } from './cursor.js';
import { WireType } from './wire-type.js';

/** Skips the value of a field. A boolean value is part of the field's type and has no byte of its own. */
export function skipValue(reader: Cursor, type: number): void {
  if (type !== WireType.TRUE && type !== WireType.FALSE) skipElement(reader, type);
}

/** Skips `count` elements of a list or set. */
export function skipElements(reader: Cursor, type: number, count: number): void {
  const width = fixedWidth(type);
  if (width > 0) reader.advance(width * count);
  else for (let index = 0; index < count; index++) skipElement(reader, type);
}

/**
 * Skips an element. Types that are recursive or rare have their own function, so that this one, which is called for each
 * element of long lists, stays small: V8 takes 12 ms to compile it together with the recursion.
 */
function skipElement(reader: Cursor, type: number): void {
  if (type === WireType.BINARY) reader.advance(reader.readLength());
  else if (type === WireType.I64) skipVarint(reader, 10);
  else if (type === WireType.I32 || type === WireType.I16) skipVarint(reader, 5);
  else skipOther(reader, type);
}

function skipOther(reader: Cursor, type: number): void {
  switch (type) {
    case WireType.LIST:
    case WireType.SET: {
      reader.descend();
      const count = reader.readListHeader();
      skipElements(reader, reader.elementType, count);
      reader.ascend();
      return;
    }
    case WireType.MAP: {
      reader.descend();
      const count = reader.readMapHeader();
      const { keyType, elementType } = reader;
      for (let index = 0; index < count; index++) {
        skipElement(reader, keyType);
        skipElement(reader, elementType);
      }
      reader.ascend();
      return;
    }
    case WireType.STRUCT: {
      const outer = reader.beginStruct();
      while (reader.nextField()) skipValue(reader, reader.type);
      reader.endStruct(outer);
      return;
    }
    default: {
      const width = fixedWidth(type);
      if (width === 0) throw reader.error('INVALID_ARGUMENT', `cannot skip the unknown type ${type}`);
      reader.advance(width);
    }
  }
}

/** Returns the size in bytes of each element of a type, or 0 if elements of this type differ in size. */
function fixedWidth(type: number): number {
  switch (type) {
    case WireType.TRUE:
    case WireType.FALSE:
    case WireType.I8:
      return 1;
    case WireType.DOUBLE:
      return 8;
    case WireType.UUID:
      return 16;
    default:
      return 0;
  }
}

function skipVarint(reader: Cursor, longest: number): void {
  for (let count = 0; count < longest; count++) {
    if ((reader.bytes[reader.advance(1)] as number) < 0x80) return;
  }
  throw reader.error('CORRUPT', `a varint is longer than ${longest} bytes`);
}
