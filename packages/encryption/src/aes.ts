/** What a platform's AES must do. */
import type { CipherMode } from './modules.js';

/** AES with one key. Results are new memory. */
export interface Cipher {
  /** Decrypts what follows the nonce of a module. Rejects with any error if it is not authentic. */
  open(mode: CipherMode, nonce: Uint8Array, sealed: Uint8Array, aad: Uint8Array): Promise<Uint8Array>;
  /** Returns a module. */
  seal(mode: CipherMode, nonce: Uint8Array, plain: Uint8Array, aad: Uint8Array): Promise<Uint8Array>;
  /** The same without waiting; undefined if the platform cannot do that. */
  readonly now: CipherNow | undefined;
}

export interface CipherNow {
  open(mode: CipherMode, nonce: Uint8Array, sealed: Uint8Array, aad: Uint8Array): Uint8Array;
  seal(mode: CipherMode, nonce: Uint8Array, plain: Uint8Array, aad: Uint8Array): Uint8Array;
}
