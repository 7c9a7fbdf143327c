/**
 * Reads UTF-8 strings. Short ASCII strings, such as nearly all names in metadata, are decoded without a TextDecoder,
 * because calling it takes longer.
 */

import type { Cursor } from './cursor.js';

const longestDirect = 64;

/** Maximum length of a string in bytes. Some engines cannot create longer strings. */
const longest = 2 ** 28;

// Keep a byte order mark, because it is part of the string.
const strict: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads a UTF-8 string.
 * @throws ParquetError CORRUPT if it is malformed: replacement characters could make two names
 * equal.
 */
export function readString(reader: Cursor): string {
  return decoded(reader, false);
}

/**
 * Like {@link readString}, but replaces malformed bytes with U+FFFD. Use it for free text, which some writers store in
 * other encodings.
 */
export function readText(reader: Cursor): string {
  return decoded(reader, true);
}

function decoded(reader: Cursor, replace: boolean): string {
  const length = reader.readLength();
  const { bytes } = reader;
  const start = reader.advance(length);
  const end = start + length;
  if (length <= longestDirect) {
    let text = '';
    let position = start;
    while (position < end) {
      const byte = bytes[position] as number;
      if (byte >= 0x80) break;
      text += String.fromCharCode(byte);
      position++;
    }
    if (position === end) return text;
  }
  if (length > longest) throw reader.error('LIMIT', `a string has ${length} bytes; the maximum is ${longest}`);
  const view = bytes.subarray(start, end);
  if (replace) return lenient.decode(view);
  try {
    return strict.decode(view);
  } catch {
    throw reader.error('CORRUPT', 'a string is not UTF-8');
  }
}
