/** Returns bytes that are written as hex digits. Text from `|` or `#` to the end of the line is a comment. */
export function hex(text: string): Uint8Array {
  const digits = text.replace(/[|#].*/g, '').replace(/\s/g, '');
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
