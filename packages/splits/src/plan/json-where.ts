/**
 * Converts a predicate to a form that JSON can represent, so that it can be sent to workers.
 */
import { ParquetError } from '@marquetry/core';
import type { Where } from '@marquetry/file';

/**
 * Returns an equivalent predicate that JSON can represent: 64-bit integers, NaN and infinities become strings, dates become ISO 8601 strings, and
 * bytes become base64.
 * @throws ParquetError INVALID_ARGUMENT if the predicate contains a function.
 */
export function whereAsJson(where: Where): Where {
  return converted(where, 0) as Where;
}

/** Maximum nesting depth of a predicate. It is limited because each level is a nested call. */
const mostDepth = 512;

function converted(value: unknown, depth: number): unknown {
  if (depth > mostDepth) throw new ParquetError('INVALID_ARGUMENT', `\`where\` has over ${mostDepth} nested levels`);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value === 'function') {
    const cure = 'use `filterTask` with the function instead';
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`where\` is sent to workers as JSON, so it cannot contain functions: ${cure}`,
    );
  }
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return { base64: base64Of(value) };
  if (Array.isArray(value)) return value.map((each) => converted(each, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, converted(member, depth + 1)]));
}

/** Number of bytes that are converted to text at a time. */
const pieceBytes = 2 ** 13;

/** Returns bytes as base64. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    text += String.fromCharCode(...bytes.subarray(at, at + pieceBytes));
  }
  return btoa(text);
}

/** Returns the bytes that base64 text encodes; undefined if the text is not base64. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  try {
    const decoded = atob(text);
    const bytes = new Uint8Array(decoded.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = decoded.charCodeAt(i);
    return bytes;
  } catch {
    return undefined;
  }
}
