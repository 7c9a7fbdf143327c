/** AES with WebCrypto, for browsers and other runtimes without `node:crypto`. */
import { ParquetError } from '@marquetry/core';
import type { Cipher } from './aes.js';
import { type CipherMode, counterOf, moduleHead, tagBytes } from './modules.js';

/** Size of the counter in an AES-CTR counter block, in bits. The other bits are the nonce. */
const counterBits = 32;
const tagBits = 8 * tagBytes;

/**
 * Returns an AES cipher for a key of 16, 24 or 32 bytes.
 * @throws ParquetError UNSUPPORTED if the runtime has no WebCrypto, or rejects the length of the key.
 */
export async function webCipher(bytes: Uint8Array): Promise<Cipher> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) {
    const what =
      'encryption needs WebCrypto, which is not available here; browsers have it only on https pages and localhost';
    throw new ParquetError('UNSUPPORTED', what);
  }
  const keys = new Map<CipherMode, Promise<CryptoKey>>();
  const keyOf = (mode: CipherMode): Promise<CryptoKey> => {
    const found = keys.get(mode);
    if (found !== undefined) return found;
    const made = importKey(subtle, bytes.slice(), mode);
    keys.set(mode, made);
    return made;
  };
  // Import the key now, so that this function throws if the runtime rejects the length of the key.
  await keyOf('gcm');
  const parametersOf = (mode: CipherMode, nonce: Uint8Array, aad: Uint8Array): AesGcmParams | AesCtrParams =>
    mode === 'gcm'
      ? { name: 'AES-GCM', iv: nonce.slice(), additionalData: aad.slice(), tagLength: tagBits }
      : { name: 'AES-CTR', counter: counterOf(nonce), length: counterBits };
  return {
    now: undefined,
    open: async (mode, nonce, sealed, aad) =>
      new Uint8Array(await subtle.decrypt(parametersOf(mode, nonce, aad), await keyOf(mode), owned(sealed))),
    seal: async (mode, nonce, plain, aad) => {
      const { module, bodyStart } = moduleHead(mode, nonce, plain.length);
      const sealed = await subtle.encrypt(parametersOf(mode, nonce, aad), await keyOf(mode), owned(plain));
      module.set(new Uint8Array(sealed), bodyStart);
      return module;
    },
  };
}

async function importKey(subtle: SubtleCrypto, bytes: Uint8Array<ArrayBuffer>, mode: CipherMode): Promise<CryptoKey> {
  try {
    return await subtle.importKey('raw', bytes, mode === 'gcm' ? 'AES-GCM' : 'AES-CTR', false, ['encrypt', 'decrypt']);
  } catch {
    throw new ParquetError(
      'UNSUPPORTED',
      `this runtime does not support AES with keys of ${bytes.length} bytes: use 16 or 32`,
    );
  }
}

/** Returns the given bytes, or a copy if they are in shared memory, because WebCrypto rejects shared memory. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = bytes;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, length) : bytes.slice();
}
