/**
 * Wraps keys with AES-GCM in the program itself, without a key management service.
 *
 *   base64 of | nonce 12 | encrypted key 16, 24 or 32 | tag 16 |     AAD: the id of the wrapping key
 *
 * Source: `encryptKeyLocally` of KeyToolkit.java of parquet-java.
 */
import { ParquetError } from '@marquetry/core';
import type { ModuleCipher } from '../cipher.js';
import { lengthBytes, overheadOf } from '../modules.js';
import { joined } from '../sealing.js';
import { requireKeyLength } from './key-length.js';

/** A placeholder for the length field of a GCM module, which a wrapped key does not have. */
const withoutLength = /* @__PURE__ */ new Uint8Array(lengthBytes);

/** Encrypts a key with a master key or a key encryption key, and returns the result as base64. */
export async function wrapLocally(cipher: ModuleCipher, key: Uint8Array, aad: Uint8Array): Promise<string> {
  return toBase64((await cipher.seal('gcm', key, aad)).subarray(lengthBytes));
}

/**
 * Decrypts a key that {@link wrapLocally} encrypted.
 * @throws ParquetError CORRUPT unless `wrapped` is a key that `cipher` encrypted with the same AAD.
 */
export async function unwrapLocally(cipher: ModuleCipher, wrapped: string, aad: Uint8Array): Promise<Uint8Array> {
  const module = joined(withoutLength, fromBase64(wrapped));
  const length = module.length - overheadOf('gcm');
  requireKeyLength(length);
  return cipher.open('gcm', module, aad);
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Decodes base64. @throws ParquetError CORRUPT if the text is not base64. */
export function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    // The error does not contain the text, which may be a wrapped key.
    throw new ParquetError('CORRUPT', 'a part of the key material is not base64');
  }
}
