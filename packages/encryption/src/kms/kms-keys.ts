/**
 * Provides keys that a key management service wraps. Source: FileKeyWrapper.java and FileKeyUnwrapper.java of
 * parquet-java.
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
  /** Wraps and unwraps keys with master keys. */
  readonly client: KmsClient;
  /**
   * How long a key encryption key is kept in memory and used without another call of the client, in seconds. For that
   * time, somebody who may no longer use a master key can still read with the keys in memory. 0 keeps no keys. Default:
   * 600.
   */
  readonly cacheSeconds?: number | undefined;
  /**
   * True to wrap the keys of files and columns with a random key encryption key, and only that key with the master key.
   * The client is then called only once per master key in `cacheSeconds`. False to call the client for every key. Only
   * for writing: readers recognize both. Default: true.
   */
  readonly doubleWrapping?: boolean | undefined;
  /** Length of the keys of files and columns in bytes. Default: 16. */
  readonly dataKeyBytes?: KeyBytes | undefined;
  /** Length of key encryption keys in bytes. Default: 16. */
  readonly keyEncryptionKeyBytes?: KeyBytes | undefined;
  /**
   * Text stored with footer keys, by which other readers can choose their key service. This reader ignores it. Default:
   * `'DEFAULT'`.
   */
  readonly kmsInstanceID?: string | undefined;
  /** A URL of the key service that is stored with footer keys for other readers. Ignored by this reader. */
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

/** Creates keys for writing. */
export interface KeyMaker {
  /**
   * Creates a random key for the footer of one file, and wraps it with a master key.
   * @throws ParquetError INVALID_ARGUMENT if `masterKeyID` is not text or empty, or the client returns anything but text. Errors of the client.
   */
  footerKey(masterKeyID: string, signal?: AbortSignal): Promise<EncryptionKey>;
  /**
   * Creates a random key for a column. Call it for each column that has a separate key, even if the master key is the
   * same.
   */
  columnKey(masterKeyID: string, signal?: AbortSignal): Promise<EncryptionKey>;
}

/** Keys for one file whose key material is stored in another file. */
export interface ExternalKeys extends KeyMaker {
  /**
   * Returns the content of the key material file, without which the file cannot be read. Call it after all keys have
   * been created.
   */
  json(): string;
}

/** Keys for reading and writing. */
export interface KmsKeys extends KeyProvider, KeyMaker {
  /**
   * Creates keys for one file, with their key material in a second file. The keys can then be wrapped with new master
   * keys without changing the Parquet file. Store what `json()` returns in the file that {@link keyMaterialPath} names.
   * Creating a key throws LIMIT if the material then exceeds 4 Mi characters, which takes about 10,000 keys, and
   * INVALID_ARGUMENT for a second footer key.
   */
  externalKeys(): ExternalKeys;
  /**
   * Returns the keys of a file whose key material is in another file.
   * @param material The content of that file, or a function that loads it when the first key is needed.
   */
  withMaterial(material: string | ((signal?: AbortSignal) => string | Promise<string>)): KeyProvider;
}

/**
 * Returns keys that a key management service wraps, for `decryption` and `encryption`. Files have the key material of parquet-java and Arrow C++
 * (PKMT1), so these read them with the same master keys.
 *
 * Reading a key throws a ParquetError CORRUPT for key metadata that is not such material or does not belong to the master key, UNSUPPORTED for another
 * type of material, LIMIT above 64 KiB per key or 4 Mi characters per material file, INVALID_ARGUMENT if the material is in another file and `withMaterial` was not used, or if the
 * client returns anything but bytes. Errors of the client are passed on. No error of this package contains keys or wrapped keys.
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
        throw new ParquetError('INVALID_ARGUMENT', '`masterKeyID` must be text, and not empty');
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
        // A second footer key would be for a second file, and its material would replace that of the first file.
        const name = footer === undefined ? `columnKey${stored.size - Number(stored.has('footerKey'))}` : 'footerKey';
        if (stored.has(name)) {
          throw new ParquetError('INVALID_ARGUMENT', 'these keys have a footer key: call `externalKeys` for each file');
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

/** Returns the key that key metadata describes; `undefined` if there is no metadata. */
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
      const what = 'the key material is stored outside of the file: pass it to `withMaterial` of these keys';
      throw new ParquetError('INVALID_ARGUMENT', what);
    }
    const json = member(await load(signal), found);
    if (typeof json === 'string') return await unwrap(readMaterial(json), signal);
    throw new ParquetError('CORRUPT', 'the key material file does not contain the key that the Parquet file refers to');
  } catch (error) {
    throw withPlace(error, { part: 'key metadata', ...(path !== undefined && { column: formatPath(path) }) });
  }
}
