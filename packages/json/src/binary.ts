/**
 * UUID and INTERVAL: fixed bytes with a text form of their own.
 */

const hex: readonly string[] = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

/** `00112233-4455-6677-8899-aabbccddeeff` of the 16 bytes at `at` (LogicalTypes.md#uuid: big endian). */
export function uuidText(data: Uint8Array, at: number): string {
  let text = '';
  for (let i = 0; i < 16; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) text += '-';
    text += hex[data[at + i] as number];
  }
  return text;
}

/** Three unsigned 32-bit integers, little endian (LogicalTypes.md#interval), as a JSON object. */
export function intervalText(view: DataView, at: number): string {
  const months = view.getUint32(at, true);
  const days = view.getUint32(at + 4, true);
  const milliseconds = view.getUint32(at + 8, true);
  return `{"months":${months},"days":${days},"milliseconds":${milliseconds}}`;
}
