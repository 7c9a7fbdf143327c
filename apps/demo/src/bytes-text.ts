/**
 * Formats byte strings as short text; different byte strings become different text.
 */
import { createHash } from 'node:crypto';

/** Byte strings of at most this many bytes are shown in full. */
export const fullBytes = 64;
/** Number of bytes shown of a longer byte string. */
export const prefixBytes = 32;

/** Formats bytes in upper-case hexadecimal. A long byte string becomes its first bytes, its length and its MD5 hash. */
export function describeBytes(bytes: Uint8Array): string {
  if (bytes.length <= fullBytes) return hex(bytes);
  const digest = createHash('md5').update(bytes).digest('hex');
  return `${hex(bytes.subarray(0, prefixBytes))}...${bytes.length}:${digest}`;
}

/** Formats a result of {@link describeBytes} for display: as text if the bytes are printable text. */
export function showBytes(description: string, width: number): string {
  const [digits = '', rest] = description.split('...');
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const text = new TextDecoder('utf-8').decode(bytes);
  const isText = !/[\p{Cc}\uFFFD]/u.test(rest === undefined ? text : text.replace(/\uFFFD$/, ''));
  const shown = isText ? `"${text}"` : `0x${digits.toLowerCase()}`;
  const cut = shown.length > width || rest !== undefined;
  return cut ? `${[...shown].slice(0, width - 1).join('')}…` : shown;
}

function hex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text.toUpperCase();
}
