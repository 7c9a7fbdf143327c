/** Appends values to byte-array columns. */
import type { BytesBuffer } from '@marquetry/core';
import type { Refuse } from '../refuse.js';
import type { Put } from './put-value.js';

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();
const strict: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });
/**
 * ASCII strings of at most this many characters are copied by a loop, which is faster than a TextEncoder.
 */
const shortLength = 24;
/**
 * Strings longer than this are first encoded to a separate array, to avoid reserving memory for the worst case of three
 * bytes per UTF-16 unit.
 */
const longLength = 2 ** 16;

/**
 * Returns a function that appends values to a column without a logical type. It rejects strings, because they would be
 * read back as bytes.
 */
export function putBytes(buffer: BytesBuffer, refuse: Refuse): Put {
  return (value) => {
    if (!(value instanceof Uint8Array)) refuse(value, 'a Uint8Array');
    appendBytes(buffer, value as Uint8Array);
  };
}

/** Returns a function that appends text, given as a string or as UTF-8 bytes. */
export function putText(buffer: BytesBuffer, refuse: Refuse): Put {
  return (value) => {
    if (typeof value === 'string') {
      if (!(value.length <= shortLength && appendAscii(buffer, value))) appendText(buffer, value, refuse);
    } else {
      if (!(value instanceof Uint8Array && isText(value))) refuse(value, 'a string, or valid UTF-8 in a Uint8Array');
      appendBytes(buffer, value as Uint8Array);
    }
  };
}

export function appendBytes(buffer: BytesBuffer, bytes: Uint8Array): void {
  const { length } = buffer;
  buffer.reserve(1, bytes.length);
  const end = buffer.offsets[length] as number;
  buffer.data.set(bytes, end);
  buffer.offsets[length + 1] = end + bytes.length;
  buffer.length = length + 1;
}

/** Appends text and returns true if it is ASCII; otherwise appends nothing and returns false. */
function appendAscii(buffer: BytesBuffer, text: string): boolean {
  const { length } = buffer;
  buffer.reserve(1, text.length);
  const { data, offsets } = buffer;
  const end = offsets[length] as number;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return false;
    data[end + i] = unit;
  }
  offsets[length + 1] = end + text.length;
  buffer.length = length + 1;
  return true;
}

function appendText(buffer: BytesBuffer, text: string, refuse: Refuse): void {
  if (text.length > longLength) {
    requireWellFormed(text, refuse);
    appendBytes(buffer, encoder.encode(text));
    return;
  }
  const { length } = buffer;
  // Reserve three bytes per UTF-16 unit, which is the most that UTF-8 needs.
  buffer.reserve(1, 3 * text.length);
  const end = buffer.offsets[length] as number;
  const { written } = encoder.encodeInto(text, buffer.data.subarray(end));
  if (written !== text.length) requireWellFormed(text, refuse);
  buffer.offsets[length + 1] = end + written;
  buffer.length = length + 1;
}

/** Rejects strings with an unpaired surrogate, which has no UTF-8 form and would be read back as U+FFFD. */
function requireWellFormed(text: string, refuse: Refuse): void {
  if (/\p{Surrogate}/u.test(text)) refuse(text, 'a string without unpaired surrogates');
}

function isText(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
