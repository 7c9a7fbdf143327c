/**
 * UUID: 16 bytes, big endian, ordered as unsigned bytes (LogicalTypes.md#uuid, RFC 9562).
 */

/** Size of a UUID in bytes. */
export const uuidBytes = 16;

const hex: readonly string[] = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

/** Returns the UUID in the 16 bytes that start at `at`, as text such as `00112233-4455-6677-8899-aabbccddeeff`. */
export function uuidText(bytes: Uint8Array, at: number): string {
  let text = '';
  for (let i = 0; i < uuidBytes; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) text += '-';
    text += hex[bytes[at + i] as number];
  }
  return text;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Parses the text of a UUID, with hexadecimal digits in either case, and writes its 16 bytes, starting at `at`. Returns
 * false, without writing, for other text.
 */
export function writeUuid(text: string, bytes: Uint8Array, at: number): boolean {
  if (!uuid.test(text)) return false;
  for (let i = 0, position = 0; i < uuidBytes; i++) {
    if (text[position] === '-') position++;
    bytes[at + i] = Number.parseInt(text.slice(position, position + 2), 16);
    position += 2;
  }
  return true;
}
