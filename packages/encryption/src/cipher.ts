/**
 * Encrypts and decrypts modules (see `modules.ts`) with the AES of the platform: with `node:crypto` in Node, Bun and
 * Deno, with WebCrypto in other runtimes. Source: Encryption.md#encryption-algorithms.
 */
import { ParquetError } from '@marquetry/core';
import { nodeCipher } from './cipher-of-node.js';
import { webCipher } from './cipher-web.js';
import { type CipherMode, lengthBytes, lengthFieldAt, nonceBytes, overheadOf, tagBytes } from './modules.js';

/** Encrypts and decrypts modules (the encrypted parts of a file) with one key. */
export interface ModuleCipher {
  /**
   * Decrypts a complete module. The caller has checked the length at its start with {@link moduleLength}.
   * @throws ParquetError CORRUPT if the module is not authentic.
   */
  open(mode: CipherMode, module: Uint8Array, aad: Uint8Array): Promise<Uint8Array>;
  /**
   * Encrypts bytes. Returns a module with a new random nonce.
   * @throws ParquetError LIMIT after 2^32 modules with the same key, because nonces could repeat.
   */
  seal(mode: CipherMode, plain: Uint8Array, aad: Uint8Array): Promise<Uint8Array>;
  /** Returns the AES-GCM tag of bytes for a given nonce, which is the signature of a plaintext footer. */
  tag(nonce: Uint8Array, plain: Uint8Array, aad: Uint8Array): Promise<Uint8Array>;
  /** Returns a random nonce of 12 bytes for {@link tag}. Each call counts toward the limit of 2^32 modules per key. */
  nonce(): Uint8Array;
  /** `open` and `seal` without promises; undefined if the platform has only asynchronous AES. */
  readonly now: ModuleCipherNow | undefined;
}

export interface ModuleCipherNow {
  open(mode: CipherMode, module: Uint8Array, aad: Uint8Array): Uint8Array;
  seal(mode: CipherMode, plain: Uint8Array, aad: Uint8Array): Uint8Array;
}

/**
 * Maximum number of modules that one key encrypts. With more, it would be too likely that two random nonces are equal.
 * Source: Encryption.md#aes_gcm_v1; NIST SP 800-38D, section 8.3.
 */
const mostModules = 2 ** 32;

/**
 * Prepares a key of 16, 24 or 32 bytes for use.
 * @throws ParquetError UNSUPPORTED if the platform has no AES or rejects the length of the key, as Chromium does for 24 bytes.
 */
export async function createModuleCipher(key: Uint8Array): Promise<ModuleCipher> {
  const cipher = nodeCipher(key) ?? (await webCipher(key));
  let sealed = 0;
  const nextNonce = (): Uint8Array => {
    sealed++;
    if (sealed > mostModules) {
      throw new ParquetError(
        'LIMIT',
        'a key must not encrypt more than 2^32 modules: use another key for the next file',
      );
    }
    return randomNonce();
  };
  const { now } = cipher;
  return {
    open: async (mode, module, aad) => {
      try {
        return await cipher.open(mode, nonceOf(module), sealedOf(module), aad);
      } catch {
        throw notAuthentic();
      }
    },
    seal: async (mode, plain, aad) => cipher.seal(mode, nextNonce(), plain, aad),
    tag: async (nonce, plain, aad) => (await cipher.seal('gcm', nonce, plain, aad)).subarray(-tagBytes),
    nonce: nextNonce,
    now: now && {
      open: (mode, module, aad) => {
        try {
          return now.open(mode, nonceOf(module), sealedOf(module), aad);
        } catch {
          throw notAuthentic();
        }
      },
      seal: (mode, plain, aad) => now.seal(mode, nextNonce(), plain, aad),
    },
  };
}

/**
 * Returns the size in bytes of the module that starts at an offset, including its length field.
 * @param available Number of bytes from the offset to the end of the region in which the module must be.
 * @throws ParquetError CORRUPT if the module would be longer than `available`, or shorter than the shortest possible module.
 */
export function moduleLength(bytes: Uint8Array, offset: number, available: number, mode: CipherMode): number {
  const length = available < lengthBytes ? 0 : lengthBytes + lengthFieldAt(bytes, offset);
  if (length >= overheadOf(mode) && length <= available) return length;
  throw new ParquetError(
    'CORRUPT',
    `an encrypted module cannot have ${length} bytes: it is too short, or exceeds the ${available} remaining bytes`,
  );
}

function notAuthentic(): ParquetError {
  const what = 'the encrypted bytes are not authentic: the key or AAD prefix is wrong, or the file was changed';
  return new ParquetError('CORRUPT', what, {}, { cure: 'keys' });
}

function nonceOf(module: Uint8Array): Uint8Array {
  return module.subarray(lengthBytes, lengthBytes + nonceBytes);
}

function sealedOf(module: Uint8Array): Uint8Array {
  return module.subarray(lengthBytes + nonceBytes);
}

/** Number of nonces whose random bytes are requested from the platform in one call. */
const nonceCount = 256;
let nonces: Uint8Array = /* @__PURE__ */ new Uint8Array(0);
let nonceAt = 0;

/** Returns 12 bytes from the platform's random source. */
function randomNonce(): Uint8Array {
  if (nonceAt >= nonces.length) {
    nonces = crypto.getRandomValues(new Uint8Array(nonceCount * nonceBytes));
    nonceAt = 0;
  }
  nonceAt += nonceBytes;
  return nonces.slice(nonceAt - nonceBytes, nonceAt);
}
