/** Unwraps keys that are described by key material. */
import { ParquetError } from '@marquetry/core';
import { createModuleCipher, type ModuleCipher } from '../cipher.js';
import { isBytes } from '../is-bytes.js';
import { requireKeyLength } from './key-length.js';
import type { KmsClient } from './kms-client.js';
import { fromBase64, unwrapLocally } from './local-wrapping.js';
import type { KeyMaterial } from './material.js';
import { createSharedResults } from './shared-results.js';

/** Returns a function that unwraps a key. The function returns `undefined` if the caller may not use the master key. */
export function createUnwrapping(
  client: KmsClient,
  milliseconds: number,
): (material: KeyMaterial, signal: AbortSignal | undefined) => Promise<Uint8Array | undefined> {
  const keks = createSharedResults<ModuleCipher | undefined>(milliseconds);

  const unwrap = async (
    wrapped: string,
    masterKeyID: string,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array | undefined> => {
    const key = await client.unwrap(wrapped, masterKeyID, signal);
    if (key === undefined) return undefined;
    if (!isBytes(key)) {
      throw new ParquetError('INVALID_ARGUMENT', `\`client.unwrap\` must return a Uint8Array, got ${typeof key}`);
    }
    requireKeyLength(key.length);
    // The key is copied, because the client may overwrite it later, and small Buffers share memory.
    return new Uint8Array(key);
  };

  return async ({ masterKeyID, wrappedKey, kek }, signal) => {
    if (kek === undefined) return unwrap(wrappedKey, masterKeyID, signal);
    // The cache uses the wrapped key as well as its id, because a file could state the id of another file's key.
    const cipher = await keks.get(JSON.stringify([masterKeyID, kek.id, kek.wrappedKey]), signal, async () => {
      const key = await unwrap(kek.wrappedKey, masterKeyID, signal);
      return key && createModuleCipher(key);
    });
    return cipher && unwrapLocally(cipher, wrappedKey, fromBase64(kek.id));
  };
}
