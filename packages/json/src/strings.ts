/** Writes UTF-8 bytes as text or JSON strings. */
import { ParquetError } from '@marquetry/core';
import { base64Text } from './base64.js';
import { type BoundedStyle, type TextBounds, textError } from './style.js';

/**
 * Maximum size of a value in bytes. Engines limit strings to about 2^29 characters, and base64 has a third more
 * characters than the value has bytes.
 */
const maxValueBytes = 2 ** 28;
/** ASCII values of at most this many bytes are decoded in a loop, which is faster than a TextDecoder. */
const shortBytes = 24;

// Keep a byte order mark, which is part of the value, and throw for invalid UTF-8.
const decoder: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Checks the size of a value before it is decoded.
 * @throws ParquetError LIMIT if its text would be too long for a JavaScript string, or for `bounds`.
 */
export function requireTextSize(byteLength: number, bounds: TextBounds): void {
  if (byteLength > bounds.mostLength) throw textError(bounds, `a value of ${byteLength} bytes as text`);
  if (byteLength <= maxValueBytes) return;
  throw new ParquetError('LIMIT', `a value of ${byteLength} bytes is too long for a JavaScript string`);
}

/**
 * Returns the text of `data[from, to)`. Invalid UTF-8 becomes `{"base64":"..."}`, both in JSON and in plain text, so
 * that nothing is lost.
 */
export function stringText(data: Uint8Array, from: number, to: number, style: BoundedStyle): string {
  if (to - from <= shortBytes) {
    const text = plainText(data, from, to);
    if (text !== undefined) return style.bare(text);
  }
  requireTextSize(to - from, style.bounds);
  const bytes = data.subarray(from, to);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return `{"base64":"${base64Text(bytes)}"}`;
  }
  try {
    return style.string(text);
  } catch {
    // Escapes can make a string up to six times as long.
    throw new ParquetError('LIMIT', `a value of ${to - from} bytes is too long for a JavaScript string`);
  }
}

/** Returns the text of `data[from, to)` if it is ASCII that needs no escape in JSON; undefined otherwise. */
function plainText(data: Uint8Array, from: number, to: number): string | undefined {
  let text = '';
  for (let i = from; i < to; i++) {
    const byte = data[i] as number;
    if (byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}
