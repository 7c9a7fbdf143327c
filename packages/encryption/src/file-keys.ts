/** The keys of an open file. Each key is requested from the key provider once, when it is first needed. */
import { ParquetError } from '@marquetry/core';
import { untilAborted } from '@marquetry/file';
import type { ColumnCryptoMetaData } from '@marquetry/metadata';
import { createModuleCipher, type ModuleCipher } from './cipher.js';
import { type KeyProvider, type KeyRequest, requireKey } from './keys.js';

export interface FileKeys {
  /** Returns the key of the footer; `undefined` if the key provider does not have it. */
  footer(signal: AbortSignal | undefined): Promise<ModuleCipher | undefined>;
  /** Returns the key of a column; `undefined` if the key provider does not have it. */
  column(crypto: ColumnCryptoMetaData, signal: AbortSignal | undefined): Promise<ModuleCipher | undefined>;
  /** Returns the key of a column, but only if the key provider has already returned it. */
  held(crypto: ColumnCryptoMetaData): ModuleCipher | undefined;
}

export function createFileKeys(provider: KeyProvider, footerMetadata: Uint8Array | undefined): FileKeys {
  const held = new Map<string, ModuleCipher>();
  const asked = new Map<string, Asked>();

  const get = async (request: KeyRequest): Promise<ModuleCipher | undefined> => {
    const id = idOf(request);
    for (;;) {
      const found = held.get(id);
      if (found !== undefined) return found;
      const running = asked.get(id) ?? ask(provider, request);
      asked.set(id, running);
      try {
        const cipher = await untilAborted(running.cipher, request.signal);
        if (cipher !== undefined) held.set(id, cipher);
        return cipher;
      } catch (error) {
        request.signal?.throwIfAborted();
        // The read that requested the key was aborted. This read was not, so it requests the key again.
        if (running.signal?.aborted !== true || running.signal === request.signal) throw error;
      } finally {
        if (asked.get(id) === running) asked.delete(id);
      }
    }
  };
  return {
    footer: (signal) => get(requestOf({ kind: 'ENCRYPTION_WITH_FOOTER_KEY' }, footerMetadata, signal)),
    column: (crypto, signal) => get(requestOf(crypto, footerMetadata, signal)),
    held: (crypto) => held.get(idOf(requestOf(crypto, footerMetadata, undefined))),
  };
}

/** A request to the key provider that is still pending. */
interface Asked {
  readonly cipher: Promise<ModuleCipher | undefined>;
  /** The signal of the read that requested the key. */
  readonly signal: AbortSignal | undefined;
}

function ask(provider: KeyProvider, request: KeyRequest): Asked {
  const cipher = (async () => {
    const key = await provider.key(request);
    return key === undefined ? undefined : createModuleCipher(requireKey(key, 'the result of `keys.key`'));
  })();
  return { cipher, signal: request.signal };
}

function requestOf(
  crypto: ColumnCryptoMetaData,
  footerMetadata: Uint8Array | undefined,
  signal: AbortSignal | undefined,
): KeyRequest {
  switch (crypto.kind) {
    case 'ENCRYPTION_WITH_FOOTER_KEY':
      return { use: 'footer', path: undefined, metadata: footerMetadata, signal };
    case 'ENCRYPTION_WITH_COLUMN_KEY':
      return { use: 'column', path: crypto.pathInSchema, metadata: crypto.keyMetadata, signal };
    default:
      throw new ParquetError('UNSUPPORTED', `column key kind ${crypto.id} in the footer is not supported`);
  }
}

/**
 * Returns the id under which a key is cached. It contains the path of the column, because columns with the same key
 * metadata may have different keys.
 */
function idOf({ use, path, metadata }: KeyRequest): string {
  return JSON.stringify([use, path, metadata === undefined ? undefined : String(metadata)]);
}

/**
 * Returns text that identifies a key in an error message: its key metadata, if that is short printable text. The
 * metadata is not secret, because the file stores it in plaintext.
 */
export function keyNamed(metadata: Uint8Array | undefined): string {
  const text = metadata === undefined ? '' : new TextDecoder().decode(metadata);
  return /^[\x20-\x7e]{1,40}$/.test(text) ? ` (key metadata ${JSON.stringify(text)})` : '';
}
