/** The interface of a client for a key management service. */

/**
 * A client for a key management service, which stores master keys and wraps (encrypts) other keys with them. Errors
 * from a client are thrown unchanged, so they should not contain keys.
 */
export interface KmsClient {
  /**
   * Encrypts a key with a master key. Returns text, such as base64, which the file stores in plaintext.
   * @param key 16, 24 or 32 bytes.
   */
  wrap(key: Uint8Array, masterKeyID: string, signal?: AbortSignal): string | Promise<string>;
  /**
   * Decrypts a key that {@link wrap} encrypted, or that the same service encrypted for another library. Returns
   * `undefined` if the caller may not use the master key; reading a column that needs it then throws an error that
   * names the column.
   * @param wrapped Text from the file, which anybody may have written.
   * @param masterKeyID Text from the file.
   */
  unwrap(
    wrapped: string,
    masterKeyID: string,
    signal?: AbortSignal,
  ): Uint8Array | undefined | Promise<Uint8Array | undefined>;
}
