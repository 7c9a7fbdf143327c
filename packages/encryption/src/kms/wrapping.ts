/** Creates keys, and wraps them with a key management service. */
import { ParquetError } from '@marquetry/core';
import { createModuleCipher, type ModuleCipher } from '../cipher.js';
import { keyLengths } from '../keys.js';
import type { KmsClient } from './kms-client.js';
import { toBase64, wrapLocally } from './local-wrapping.js';
import type { KeyMaterial, WrappedKek } from './material.js';
import { createSharedResults } from './shared-results.js';

/** The length of a key in bytes. */
export type KeyBytes = 16 | 24 | 32;

interface WrappingOptions {
  readonly client: KmsClient;
  readonly doubleWrapping: boolean;
  readonly milliseconds: number;
  readonly dataKeyBytes?: KeyBytes | undefined;
  readonly keyEncryptionKeyBytes?: KeyBytes | undefined;
}

/** A key encryption key: the cipher that wraps other keys with it, and the key itself, wrapped with a master key. */
interface Kek {
  readonly cipher: ModuleCipher;
  readonly aad: Uint8Array;
  readonly wrapped: WrappedKek;
}

/** A new key, in plaintext and as key material. */
export interface WrappedKey {
  readonly bytes: Uint8Array;
  readonly material: KeyMaterial;
}

/** Number of bytes of the id of a key encryption key. Source: FileKeyWrapper.java. */
const idBytes = 16;

/**
 * Returns the functions that create and wrap keys.
 * @throws ParquetError INVALID_ARGUMENT if a key length is not 16, 24 or 32 bytes.
 */
export function createWrapping({
  client,
  doubleWrapping,
  milliseconds,
  dataKeyBytes = 16,
  keyEncryptionKeyBytes = 16,
}: WrappingOptions): (masterKeyID: string, signal: AbortSignal | undefined) => Promise<WrappedKey> {
  requireOptionLength('dataKeyBytes', dataKeyBytes);
  requireOptionLength('keyEncryptionKeyBytes', keyEncryptionKeyBytes);
  const keks = createSharedResults<Kek>(milliseconds);

  const wrap = async (key: Uint8Array, masterKeyID: string, signal: AbortSignal | undefined): Promise<string> => {
    // The client gets a copy of the key, because some clients overwrite their argument with zeros.
    const wrapped = await client.wrap(key.slice(), masterKeyID, signal);
    if (typeof wrapped === 'string' && wrapped !== '') return wrapped;
    throw new ParquetError('INVALID_ARGUMENT', `\`client.wrap\` must return text, got ${typeof wrapped}`);
  };
  const createKek = async (masterKeyID: string, signal: AbortSignal | undefined): Promise<Kek> => {
    const key = random(keyEncryptionKeyBytes);
    const aad = random(idBytes);
    const wrappedKey = await wrap(key, masterKeyID, signal);
    return { cipher: await createModuleCipher(key), aad, wrapped: { id: toBase64(aad), wrappedKey } };
  };

  return async (masterKeyID, signal) => {
    const bytes = random(dataKeyBytes);
    if (!doubleWrapping) {
      const wrappedKey = await wrap(bytes, masterKeyID, signal);
      return { bytes, material: { masterKeyID, wrappedKey, kek: undefined } };
    }
    const { cipher, aad, wrapped } = await keks.get(masterKeyID, signal, () => createKek(masterKeyID, signal));
    const wrappedKey = await wrapLocally(cipher, bytes, aad);
    return { bytes, material: { masterKeyID, wrappedKey, kek: wrapped } };
  };
}

function random(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}

function requireOptionLength(option: string, length: number): void {
  if (keyLengths.includes(length)) return;
  throw new ParquetError('INVALID_ARGUMENT', `\`${option}\` must be 16, 24 or 32 bytes, got ${length}`);
}
