/** Creates encrypted modules. */
import type { ModuleCipher } from './cipher.js';

/**
 * Encrypts bytes with AES-GCM, and returns a module. Returns a promise only if the platform has only asynchronous AES.
 */
export function seal(cipher: ModuleCipher, plain: Uint8Array, aad: Uint8Array): Uint8Array | Promise<Uint8Array> {
  return cipher.now?.seal('gcm', plain, aad) ?? cipher.seal('gcm', plain, aad);
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
