/** Decodes the keys that the user typed. */

import { ParquetError } from '@marquetry/core';
import type { FileDecryption } from '@marquetry/file';
import type { KeyInput } from '../protocol.js';

/**
 * Returns the `decryption` option for the keys that the user entered; undefined without keys. The code that decrypts is
 * loaded only if there are keys.
 */
export async function decryptionOf(input: KeyInput | undefined): Promise<FileDecryption | undefined> {
  if (input === undefined) return undefined;
  const { decryption, fixedKeys } = await import('@marquetry/encryption');
  const keys = Object.fromEntries(Object.entries(input.keys).map(([name, text]) => [name, keyBytes(name, text)]));
  const prefix = input.aadPrefix === '' ? {} : { aadPrefix: input.aadPrefix };
  return decryption({ keys: fixedKeys(keys), ...prefix });
}

/** The valid lengths of a key, in bytes. */
const keyLengths: readonly number[] = [16, 24, 32];

/**
 * Decodes a key from hexadecimal or base64.
 * @throws ParquetError INVALID_ARGUMENT for other text; the message does not contain the key.
 */
function keyBytes(name: string, text: string): Uint8Array {
  const trimmed = text.trim();
  const isHex = /^[0-9a-f]+$/i.test(trimmed) && keyLengths.includes(trimmed.length / 2);
  const bytes = isHex
    ? Uint8Array.from(trimmed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : fromBase64(trimmed);
  if (bytes !== undefined && keyLengths.includes(bytes.length)) return bytes;
  const what = `the key ${JSON.stringify(name)} must be 16, 24 or 32 bytes in hexadecimal or base64`;
  throw new ParquetError('INVALID_ARGUMENT', what, {}, { cure: 'keys' });
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
