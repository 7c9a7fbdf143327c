/**
 * Puts into columns of byte arrays.
 */
import type { BytesBuffer } from '@marquetry/core';
import type { Refuse } from '../refuse.js';
import type { Put } from './put-value.js';

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();
const strict: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });
/** Up to here a loop over ASCII beats the call of a TextEncoder. */
const shortLength = 24;
/** Above, memory is taken for the bytes there are, and not for the most there could be. */
const longLength = 2 ** 16;

/** Bytes without a meaning. Text is refused: it would come back as bytes. */
export function putBytes(buffer: BytesBuffer, refuse: Refuse): Put {
  return (value) => {
    if (!(value instanceof Uint8Array)) refuse(value, 'Uint8Array');
    appendBytes(buffer, value as Uint8Array);
  };
}

/** Text: strings, or their UTF-8. */
export function putText(buffer: BytesBuffer, refuse: Refuse): Put {
  return (value) => {
    if (typeof value === 'string') {
      if (!(value.length <= shortLength && appendAscii(buffer, value))) appendText(buffer, value, refuse);
    } else {
      if (!(value instanceof Uint8Array && isText(value))) refuse(value, 'string, nor UTF-8 in a Uint8Array');
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

/** False, and nothing appended, for text that is not ASCII. */
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
  // UTF-16 units become at most three bytes each.
  buffer.reserve(1, 3 * text.length);
  const end = buffer.offsets[length] as number;
  const { written } = encoder.encodeInto(text, buffer.data.subarray(end));
  if (written !== text.length) requireWellFormed(text, refuse);
  buffer.offsets[length + 1] = end + written;
  buffer.length = length + 1;
}

/** A surrogate without its pair has no UTF-8: it would come back as U+FFFD. */
function requireWellFormed(text: string, refuse: Refuse): void {
  if (/\p{Surrogate}/u.test(text)) refuse(text, 'well-formed string: it has half of a surrogate pair');
}

function isText(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
