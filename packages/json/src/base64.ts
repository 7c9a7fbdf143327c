/** Writes bytes as base64 (RFC 4648, section 4, with padding), without Buffer or btoa, which not every runtime has. */

import { flat } from './flat-text.js';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The two base64 characters for each 12-bit number. */
const pairs: readonly string[] = /* @__PURE__ */ Array.from(
  { length: 4096 },
  (_, bits) => alphabet.charAt(bits >> 6) + alphabet.charAt(bits & 63),
);

/** Number of bytes that are converted to one string before it is appended to the result. A multiple of 3. */
const pieceBytes = 3 * 2 ** 10;

export function base64Text(bytes: Uint8Array): string {
  const whole = bytes.length - (bytes.length % 3);
  let text = '';
  for (let from = 0; from < whole; from += pieceBytes) {
    const end = Math.min(whole, from + pieceBytes);
    let piece = '';
    for (let i = from; i < end; i += 3) {
      const bits = ((bytes[i] as number) << 16) | ((bytes[i + 1] as number) << 8) | (bytes[i + 2] as number);
      piece += (pairs[bits >> 12] as string) + (pairs[bits & 4095] as string);
    }
    text += flat(piece);
  }
  if (whole === bytes.length) return text;
  const first = bytes[whole] as number;
  if (whole + 1 === bytes.length) return `${text}${pairs[first << 4]}==`;
  const second = bytes[whole + 1] as number;
  return `${text}${pairs[(first << 4) | (second >> 4)]}${alphabet.charAt((second & 15) << 2)}=`;
}
