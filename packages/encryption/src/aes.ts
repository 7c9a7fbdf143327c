/** AES ciphers. `cipher-of-node.ts` implements them with `node:crypto`, and `cipher-web.ts` with WebCrypto. */
import type { CipherMode } from './modules.js';

/** An AES cipher with a fixed key. All functions return new memory. */
export interface Cipher {
  /**
   * Decrypts `sealed`, which is a module (an encrypted part of a file) without its length and nonce. Rejects with any
   * error if the bytes are not authentic.
   */
  open(mode: CipherMode, nonce: Uint8Array, sealed: Uint8Array, aad: Uint8Array): Promise<Uint8Array>;
  /** Encrypts `plain`. Returns a complete module: length, nonce, ciphertext and tag. */
  seal(mode: CipherMode, nonce: Uint8Array, plain: Uint8Array, aad: Uint8Array): Promise<Uint8Array>;
  /** Synchronous versions of `open` and `seal`; undefined if the platform has only asynchronous AES. */
  readonly now: CipherNow | undefined;
}

export interface CipherNow {
  open(mode: CipherMode, nonce: Uint8Array, sealed: Uint8Array, aad: Uint8Array): Uint8Array;
  seal(mode: CipherMode, nonce: Uint8Array, plain: Uint8Array, aad: Uint8Array): Uint8Array;
}
