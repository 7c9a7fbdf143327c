/** The types of the keys that a caller passes to read and write encrypted files. */
import { ParquetError } from '@marquetry/core';
import { isBytes } from './is-bytes.js';

/** Describes the key that a key provider must return. */
export interface KeyRequest {
  /** `'footer'` for the key that encrypts or signs the footer, `'column'` for the key of a column. */
  readonly use: 'footer' | 'column';
  /** Names from the root of the schema to the column; undefined for the footer key. */
  readonly path: readonly string[] | undefined;
  /** The key metadata: bytes that the writer stored to identify the key; undefined if it stored none. */
  readonly metadata: Uint8Array | undefined;
  /** The signal that aborts the read for which the key is needed. */
  readonly signal: AbortSignal | undefined;
}

/** A key provider: finds the keys for reading files. */
export interface KeyProvider {
  /**
   * Returns the AES key: 16, 24 or 32 bytes. Returns `undefined` if the caller may not have the key; reading anything that the key encrypts then
   * throws INVALID_ARGUMENT. Called when a read first needs a key of an open file. A key that was returned is cached. After `undefined` or an error,
   * the next read that needs the key calls this again.
   */
  key(request: KeyRequest): Uint8Array | undefined | Promise<Uint8Array | undefined>;
}

/** A key for writing files. */
export interface EncryptionKey {
  /** The AES key: 16, 24 or 32 bytes. Copied when the writer is created. */
  readonly bytes: Uint8Array;
  /**
   * The key metadata: bytes that the file stores in plaintext, so that readers know which key to use. Text is stored as
   * UTF-8. Default: none.
   */
  readonly metadata?: string | Uint8Array | undefined;
}

/** The lengths that an AES key may have, in bytes. */
export const keyLengths: readonly number[] = [16, 24, 32];

/**
 * Checks the length of a key.
 * @param what The name of the key for the error, which never contains the bytes of the key.
 * @throws ParquetError INVALID_ARGUMENT unless the key has 16, 24 or 32 bytes.
 */
export function requireKey(key: unknown, what: string): Uint8Array {
  if (isBytes(key) && keyLengths.includes(key.length)) return key;
  const found = isBytes(key) ? `${key.length} bytes` : typeof key;
  throw new ParquetError('INVALID_ARGUMENT', `${what} must be a Uint8Array of 16, 24 or 32 bytes, got ${found}`);
}
