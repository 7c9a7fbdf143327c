/** Copies and checks the keys that a writer uses to encrypt files. */
import { ParquetError } from '@marquetry/core';
import { createModuleCipher, type ModuleCipher } from './cipher.js';
import { isBytes } from './is-bytes.js';
import { type EncryptionKey, requireKey } from './keys.js';

/** A copy of a key that the caller passed for writing. */
export interface SealingKey {
  /** The key metadata: bytes that are stored in the file so that readers can find the key. */
  readonly metadata: Uint8Array | undefined;
  /**
   * Returns the cipher of the key. Keys with the same bytes share a cipher, because the maximum number of modules that
   * may be encrypted applies to the bytes of the key.
   */
  cipher(): Promise<ModuleCipher>;
}

/**
 * Returns a function that copies and checks a key.
 * @throws ParquetError INVALID_ARGUMENT, naming the key as `what`, unless it has 16, 24 or 32 bytes.
 */
export function createSealingKeys(): (key: EncryptionKey, what: string) => SealingKey {
  const ciphers: { readonly bytes: Uint8Array; readonly cipher: () => Promise<ModuleCipher> }[] = [];
  return (key, what) => {
    const bytes = requireKey(key?.bytes, what).slice();
    let known = ciphers.find((other) => isSame(other.bytes, bytes));
    if (known === undefined) {
      let made: Promise<ModuleCipher> | undefined;
      known = { bytes, cipher: () => (made ??= createModuleCipher(bytes)) };
      ciphers.push(known);
    }
    return { metadata: metadataBytes(key.metadata), cipher: known.cipher };
  };
}

function metadataBytes(metadata: EncryptionKey['metadata']): Uint8Array | undefined {
  if (metadata === undefined) return undefined;
  if (typeof metadata === 'string') return new TextEncoder().encode(metadata);
  if (isBytes(metadata)) return metadata.slice();
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `the metadata of a key must be text or a Uint8Array, got ${typeof metadata}`,
  );
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
