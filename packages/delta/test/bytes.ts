/** Parses hex digits to bytes. Text from `|` or `#` to the end of the line is a comment, which is ignored. */
export function hex(text: string): Uint8Array {
  const digits = text.replace(/[|#].*/g, '').replace(/\s/g, '');
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
