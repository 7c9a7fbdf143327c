/** AES with `node:crypto`, which encrypts and decrypts synchronously. */
import type { Cipher, CipherNow } from './aes.js';
import { counterOf, moduleHead, nonceBytes, tagBytes } from './modules.js';

/** The methods of Node's Cipheriv and Decipheriv that this file uses. */
interface NodeCipher {
  update(bytes: Uint8Array): Uint8Array;
  final(): Uint8Array;
  setAAD(aad: Uint8Array): this;
  setAuthTag(tag: Uint8Array): this;
  getAuthTag(): Uint8Array;
}

type CreateCipher = (name: string, key: object, iv: Uint8Array) => NodeCipher;

/** The functions of `node:crypto` that this file uses. */
interface NodeCrypto {
  createSecretKey(bytes: Uint8Array): object;
  readonly createCipheriv: CreateCipher;
  readonly createDecipheriv: CreateCipher;
}

interface Runtime {
  readonly process?: { getBuiltinModule?(name: 'node:crypto'): NodeCrypto | undefined };
}

/** Loads `node:crypto` at run time, because bundlers for browsers would fail on an import. */
const nodeCrypto = (): NodeCrypto | undefined => (globalThis as Runtime).process?.getBuiltinModule?.('node:crypto');

const gcmNames: Readonly<Record<number, string>> = { 16: 'aes-128-gcm', 24: 'aes-192-gcm', 32: 'aes-256-gcm' };

/**
 * Returns an AES cipher for a key of 16, 24 or 32 bytes; undefined if the runtime has no `node:crypto`, or if its
 * `node:crypto` does not support keys of this length.
 */
export function nodeCipher(bytes: Uint8Array): Cipher | undefined {
  const node = nodeCrypto();
  const gcm = gcmNames[bytes.length];
  if (node === undefined || gcm === undefined) return undefined;
  const { createCipheriv, createDecipheriv, createSecretKey } = node;
  // Using a key object is several times faster than passing the bytes to every call.
  const key = createSecretKey(bytes);
  const ctr = `aes-${bytes.length * 8}-ctr`;
  try {
    // Deno 2 does not support AES-GCM with keys of 24 bytes.
    const nonce = new Uint8Array(nonceBytes);
    createDecipheriv(gcm, key, nonce);
    createDecipheriv(ctr, key, counterOf(nonce));
  } catch {
    return undefined;
  }
  const now: CipherNow = {
    open: (mode, nonce, sealed, aad) => {
      if (mode === 'ctr') return bytesOf(createDecipheriv(ctr, key, counterOf(nonce)).update(sealed));
      const length = sealed.length - tagBytes;
      const cipher = createDecipheriv(gcm, key, nonce).setAAD(aad).setAuthTag(sealed.subarray(length));
      const plain = cipher.update(sealed.subarray(0, length));
      cipher.final();
      return bytesOf(plain);
    },
    seal: (mode, nonce, plain, aad) => {
      const { module, bodyStart } = moduleHead(mode, nonce, plain.length);
      if (mode === 'ctr') {
        module.set(createCipheriv(ctr, key, counterOf(nonce)).update(plain), bodyStart);
        return module;
      }
      const cipher = createCipheriv(gcm, key, nonce).setAAD(aad);
      module.set(cipher.update(plain), bodyStart);
      cipher.final();
      module.set(cipher.getAuthTag(), bodyStart + plain.length);
      return module;
    },
  };
  return { now, open: async (...args) => now.open(...args), seal: async (...args) => now.seal(...args) };
}

/** Returns a Buffer as a plain Uint8Array, because `slice` of a Buffer does not copy. */
function bytesOf({ buffer, byteOffset, length }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length);
}
