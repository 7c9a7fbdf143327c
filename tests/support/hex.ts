/** Test bytes written as text: hex digits; everything from `|` or `#` to the end of a line is a remark. */
export function hex(text: string): Uint8Array<ArrayBuffer> {
  const digits = text.replace(/[|#].*/g, '').replace(/\s/g, '');
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Bytes one after the other. */
export function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let position = 0;
  for (const part of parts) {
    bytes.set(part, position);
    position += part.length;
  }
  return bytes;
}
