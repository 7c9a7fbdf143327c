/**
 * A key management client that uses master keys in the program itself. A wrapped key is this JSON:
 *
 *   { "masterKeyVersion": "NO_VERSION", "encryptedKey": base64 }     AAD: the id of the master key as UTF-8; see local-wrapping.ts
 *
 * Source: LocalWrapKmsClient.java of parquet-java.
 */
import { ParquetError } from '@marquetry/core';
import { createModuleCipher, type ModuleCipher } from '../cipher.js';
import { requireKey } from '../keys.js';
import type { KmsClient } from './kms-client.js';
import { unwrapLocally, wrapLocally } from './local-wrapping.js';
import { membersOf, text } from './members.js';

const version = 'NO_VERSION';

/**
 * Returns a client that uses AES-GCM to wrap keys with the master keys in a table, for programs without a key management service: the master keys
 * come from environment variables or a secret store. It reads and writes the same format as LocalWrapKmsClient in parquet-java and Arrow C++, and
 * also reads base64 without JSON. The keys are copied.
 * @throws ParquetError INVALID_ARGUMENT, naming the entry, for a key that is not 16, 24 or 32 bytes. `wrap` throws
 * INVALID_ARGUMENT for a master key that the table does not have. `unwrap` returns undefined for such a master key; it
 * throws CORRUPT for text that the master key did not wrap, and UNSUPPORTED for another version of a master key.
 */
export function masterKeys(table: Readonly<Record<string, Uint8Array>>): KmsClient {
  const ciphers = new Map<string, () => Promise<ModuleCipher>>();
  for (const [id, bytes] of Object.entries(table)) {
    const key = requireKey(bytes, `the master key ${JSON.stringify(id)}`).slice();
    let made: Promise<ModuleCipher> | undefined;
    ciphers.set(id, () => (made ??= createModuleCipher(key)));
  }
  return {
    wrap: async (key, masterKeyID) => {
      const cipher = await ciphers.get(masterKeyID)?.();
      if (cipher === undefined) {
        throw new ParquetError(
          'INVALID_ARGUMENT',
          `the table passed to \`masterKeys\` has no master key ${JSON.stringify(masterKeyID)}`,
        );
      }
      const encryptedKey = await wrapLocally(cipher, key, idBytes(masterKeyID));
      return JSON.stringify({ masterKeyVersion: version, encryptedKey });
    },
    unwrap: async (wrapped, masterKeyID) => {
      const cipher = await ciphers.get(masterKeyID)?.();
      return cipher && unwrapLocally(cipher, encryptedKeyOf(wrapped), idBytes(masterKeyID));
    },
  };
}

function idBytes(id: string): Uint8Array {
  return new TextEncoder().encode(id);
}

function encryptedKeyOf(wrapped: string): string {
  if (!wrapped.startsWith('{')) return wrapped;
  const members = membersOf(wrapped);
  if (text(members, 'masterKeyVersion') === version) return text(members, 'encryptedKey');
  throw new ParquetError('UNSUPPORTED', 'the key was wrapped with a versioned master key, which is not supported');
}
