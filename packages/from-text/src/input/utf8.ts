/**
 * Checks and decodes UTF-8.
 */

const strict: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const loose: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/** True if the bytes are well-formed UTF-8. Recognizes ASCII, the most frequent case, without decoding it. */
export function isUtf8(bytes: Uint8Array, from: number, to: number): boolean {
  if (isAscii(bytes, from, to)) return true;
  try {
    strict.decode(bytes.subarray(from, to));
    return true;
  } catch {
    return false;
  }
}

function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && (bytes.byteOffset + at) % 4 !== 0) if ((bytes[at++] as number) > 0x7f) return false;
  // Even an empty Int32Array must start at a multiple of 4.
  if (at === to) return true;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + at, (to - at) >> 2);
  for (let i = 0; i < words.length; i++) if (((words[i] as number) & 0x80808080) !== 0) return false;
  for (at += 4 * words.length; at < to; at++) if ((bytes[at] as number) > 0x7f) return false;
  return true;
}

/** Decodes UTF-8. Invalid sequences become U+FFFD. */
export function textOf(bytes: Uint8Array, from: number, to: number): string {
  return loose.decode(bytes.subarray(from, to));
}
