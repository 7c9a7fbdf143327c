/** Parses test bytes written as hex digits. Everything from `|` or `#` to the end of a line is a comment. */
export function hex(text: string): Uint8Array<ArrayBuffer> {
  const digits = text.replace(/[|#].*/g, '').replace(/\s/g, '');
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Concatenates arrays of bytes. */
export function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let position = 0;
  for (const part of parts) {
    bytes.set(part, position);
    position += part.length;
  }
  return bytes;
}
