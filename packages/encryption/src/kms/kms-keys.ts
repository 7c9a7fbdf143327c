/**
 * Creates and provides keys that a key management service wraps. Source: FileKeyWrapper.java and FileKeyUnwrapper.java
 * of parquet-java.
 */
import { type OptionNames, ParquetError, requireKnownOptions, withPlace } from '@marquetry/core';
import { formatPath } from '@marquetry/schema';
import type { EncryptionKey, KeyProvider, KeyRequest } from '../keys.js';
import type { KmsClient } from './kms-client.js';
import {
  type KeyMaterial,
  type KmsInstance,
  readKeyMetadata,
  readMaterial,
  readMaterialFile,
  requireFileSize,
  writeMaterial,
  writeReference,
} from './material.js';
import { type Members, member } from './members.js';
import { createSharedResults } from './shared-results.js';
import { createUnwrapping } from './unwrapping.js';
import { createWrapping, type KeyBytes } from './wrapping.js';

/** Options that control how keys are wrapped and unwrapped. The defaults are those of parquet-java. */
export interface KmsOptions {
  /** The client that wraps and unwraps keys with master keys. */
  readonly client: KmsClient;
  /**
   * How many seconds a key encryption key stays in memory and is used without calling the client again. During this time, a caller whose access to a
   * master key was revoked can still read with the keys in memory. If 0, keys are not cached. Default: 600.
   */
  readonly cacheSeconds?: number | undefined;
  /**
   * If true, the keys of files and columns are wrapped with a random key encryption key, and only that key is wrapped
   * with the master key. The client is then called only once per master key within `cacheSeconds`. If false, the client is
   * called for every key. This affects only writing: readers recognize both ways of wrapping. Default: true.
   */
  readonly doubleWrapping?: boolean | undefined;
  /** The length in bytes of the keys of files and columns. Default: 16. */
  readonly dataKeyBytes?: KeyBytes | undefined;
  /** The length in bytes of key encryption keys. Default: 16. */
  readonly keyEncryptionKeyBytes?: KeyBytes | undefined;
  /**
   * Text that is stored with footer keys. Other readers may use it to choose a key management service; Marquetry
   * ignores it when reading. Default: `'DEFAULT'`.
   */
  readonly kmsInstanceID?: string | undefined;
  /**
   * A URL of the key management service, which is stored with footer keys for other readers. Marquetry ignores it when reading.
   */
  readonly kmsInstanceURL?: string | undefined;
}

const optionNames: OptionNames<KmsOptions> = {
  client: true,
  cacheSeconds: true,
  doubleWrapping: true,
  dataKeyBytes: true,
  keyEncryptionKeyBytes: true,
  kmsInstanceID: true,
  kmsInstanceURL: true,
};

/** Creates the keys for writing a file. */
export interface KeyMaker {
  /**
   * Creates a random key for the footer of one file, and wraps it with a master key.
   * @throws ParquetError INVALID_ARGUMENT if `masterKeyID` is empty or not text, or if the client does not return text.
   * Errors from the client are thrown unchanged.
   */
  footerKey(masterKeyID: string, signal?: AbortSignal): Promise<EncryptionKey>;
  /**
   * Creates a random key for a column, and wraps it with a master key. Call this once for each column that gets a
   * separate key, even if several columns have the same master key.
   */
  columnKey(masterKeyID: string, signal?: AbortSignal): Promise<EncryptionKey>;
}

/** Creates the keys of one file whose key material is stored in a second file. */
export interface ExternalKeys extends KeyMaker {
  /**
   * Returns the content of the key material file, without which the Parquet file cannot be read. Call it after all keys
   * have been created.
   */
  json(): string;
}

/** Creates keys for writing, and provides keys for reading. */
export interface KmsKeys extends KeyProvider, KeyMaker {
  /**
   * Returns an object that creates keys for one file, and stores their key material in a second file. The keys can then
   * be wrapped with new master keys without changing the Parquet file. Store the result of `json()` in the file that
   * {@link keyMaterialPath} names. Creating a key throws LIMIT if the material would exceed 4 Mi characters, which
   * takes about 10,000 keys, and INVALID_ARGUMENT for a second footer key.
   */
  externalKeys(): ExternalKeys;
  /**
   * Returns a key provider for a file whose key material is in another file.
   * @param material The content of the key material file, or a function that loads it when the first key is needed.
   */
  withMaterial(material: string | ((signal?: AbortSignal) => string | Promise<string>)): KeyProvider;
}

/**
 * Returns keys that a key management service wraps, for `decryption` and `encryption`. Files store key material in the format of parquet-java and
 * Arrow C++ (PKMT1), so these libraries can read the files with the same master keys.
 *
 * Reading a key throws a ParquetError: CORRUPT if the key metadata is not valid key material or does not belong to the master key; UNSUPPORTED
 * for another type of key material; LIMIT above 64 KiB per key or 4 Mi characters per material file; INVALID_ARGUMENT if the material is in
 * another file and `withMaterial` was not used, or if the client does not return bytes. Errors from the client are thrown unchanged. No error from
 * this package contains keys or wrapped keys.
 *
 * @throws ParquetError INVALID_ARGUMENT for invalid options.
 */
export function kmsKeys(options: KmsOptions): KmsKeys {
  requireKnownOptions('kmsKeys', options, optionNames);
  const { client, cacheSeconds = 600, doubleWrapping = true } = options;
  const { kmsInstanceID = 'DEFAULT', kmsInstanceURL = 'DEFAULT' } = options;
  if (typeof client?.wrap !== 'function' || typeof client.unwrap !== 'function') {
    throw new ParquetError('INVALID_ARGUMENT', '`client` must have the functions `wrap` and `unwrap`');
  }
  for (const [name, value] of Object.entries({ kmsInstanceID, kmsInstanceURL })) {
    if (typeof value !== 'string') throw new ParquetError('INVALID_ARGUMENT', `\`${name}\` must be text`);
  }
  if (typeof cacheSeconds !== 'number' || !(cacheSeconds >= 0)) {
    throw new ParquetError('INVALID_ARGUMENT', `\`cacheSeconds\` must be at least 0, got ${String(cacheSeconds)}`);
  }
  const milliseconds = cacheSeconds * 1000;
  const unwrap = createUnwrapping(client, milliseconds);
  const wrap = createWrapping({ ...options, client, doubleWrapping, milliseconds });
  const instance: KmsInstance = { kmsInstanceID, kmsInstanceURL };

  const makerOf = (store: (material: KeyMaterial, footer: KmsInstance | undefined) => string): KeyMaker => {
    const make = async (
      masterKeyID: string,
      footer: KmsInstance | undefined,
      signal?: AbortSignal,
    ): Promise<EncryptionKey> => {
      if (typeof masterKeyID !== 'string' || masterKeyID === '') {
        throw new ParquetError('INVALID_ARGUMENT', '`masterKeyID` must be text, and must not be empty');
      }
      const { bytes, material } = await wrap(masterKeyID, signal);
      return { bytes, metadata: store(material, footer) };
    };
    return {
      footerKey: (masterKeyID, signal) => make(masterKeyID, instance, signal),
      columnKey: (masterKeyID, signal) => make(masterKeyID, undefined, signal),
    };
  };

  return {
    key: (request) => keyOf(request, unwrap),
    ...makerOf((material, footer) => writeMaterial(material, footer, true)),
    externalKeys: () => {
      const stored = new Map<string, string>();
      let length = 2;
      const maker = makerOf((material, footer) => {
        // A second footer key would belong to a second file, and its material would replace the material of the first.
        const name = footer === undefined ? `columnKey${stored.size - Number(stored.has('footerKey'))}` : 'footerKey';
        if (stored.has(name)) {
          throw new ParquetError(
            'INVALID_ARGUMENT',
            'these keys already have a footer key: call `externalKeys` once per file',
          );
        }
        const text = writeMaterial(material, footer, false);
        length += JSON.stringify({ [name]: text }).length;
        requireFileSize(length);
        stored.set(name, text);
        return writeReference(name);
      });
      return { ...maker, json: () => JSON.stringify(Object.fromEntries(stored)) };
    },
    withMaterial: (material) => {
      const file = createSharedResults<Members>(Number.POSITIVE_INFINITY);
      const load = (signal: AbortSignal | undefined) =>
        file.get('', signal, async () =>
          readMaterialFile(typeof material === 'function' ? await material(signal) : material),
        );
      return { key: (request) => keyOf(request, unwrap, load) };
    },
  };
}

/** Returns the key that key metadata describes; `undefined` if the file has no key metadata. */
async function keyOf(
  { metadata, path, signal }: KeyRequest,
  unwrap: (material: KeyMaterial, signal: AbortSignal | undefined) => Promise<Uint8Array | undefined>,
  load?: (signal: AbortSignal | undefined) => Promise<Members>,
): Promise<Uint8Array | undefined> {
  if (metadata === undefined) return undefined;
  try {
    const found = readKeyMetadata(metadata);
    if (typeof found !== 'string') return await unwrap(found, signal);
    if (load === undefined) {
      const what = 'the key material is stored in another file: pass its content to `withMaterial`';
      throw new ParquetError('INVALID_ARGUMENT', what);
    }
    const json = member(await load(signal), found);
    if (typeof json === 'string') return await unwrap(readMaterial(json), signal);
    throw new ParquetError('CORRUPT', 'the key material file does not contain the key that the Parquet file refers to');
  } catch (error) {
    throw withPlace(error, { part: 'key metadata', ...(path !== undefined && { column: formatPath(path) }) });
  }
}
