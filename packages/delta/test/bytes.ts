/** Returns bytes written as hex digits. Text after `|` or `#` up to the end of the line is a comment. */
export function hex(text: string): Uint8Array {
  const digits = text.replace(/[|#].*/g, '').replace(/\s/g, '');
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
