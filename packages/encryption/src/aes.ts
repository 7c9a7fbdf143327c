/** The interface of AES, which `cipher-of-node.ts` implements with `node:crypto` and `cipher-web.ts` with WebCrypto. */
import type { CipherMode } from './modules.js';

/** AES with one key. The results are in new memory. */
export interface Cipher {
  /** Decrypts `sealed`: the bytes of a module (an encrypted part of a file) after its nonce. Rejects with any error if they are not authentic. */
  open(mode: CipherMode, nonce: Uint8Array, sealed: Uint8Array, aad: Uint8Array): Promise<Uint8Array>;
  /** Encrypts `plain`. Returns a whole module: length, nonce, ciphertext and tag. */
  seal(mode: CipherMode, nonce: Uint8Array, plain: Uint8Array, aad: Uint8Array): Promise<Uint8Array>;
  /** The same functions without promises; undefined if the platform only has asynchronous AES. */
  readonly now: CipherNow | undefined;
}

export interface CipherNow {
  open(mode: CipherMode, nonce: Uint8Array, sealed: Uint8Array, aad: Uint8Array): Uint8Array;
  seal(mode: CipherMode, nonce: Uint8Array, plain: Uint8Array, aad: Uint8Array): Uint8Array;
}
