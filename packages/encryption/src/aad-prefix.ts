/** Checks the `aadPrefix` option of `encryption` and `decryption`. */
import { ParquetError } from '@marquetry/core';
import { isBytes } from './is-bytes.js';

/** Returns an AAD prefix as bytes; text is encoded as UTF-8. @throws ParquetError INVALID_ARGUMENT if the prefix is neither text nor bytes, or is empty. */
export function aadPrefixBytes(prefix: unknown): Uint8Array {
  const bytes = typeof prefix === 'string' ? new TextEncoder().encode(prefix) : prefix;
  if (isBytes(bytes) && bytes.length > 0) return bytes.slice();
  throw new ParquetError('INVALID_ARGUMENT', '`aadPrefix` must be text or a Uint8Array, and must not be empty');
}
