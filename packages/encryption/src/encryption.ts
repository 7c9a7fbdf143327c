/** Creates the value of the `encryption` option, with which writers encrypt files. Source: Encryption.md. */
import { type OptionNames, ParquetError, requireKnownOptions } from '@marquetry/core';
import type { FileEncryption } from '@marquetry/file';
import type { Schema } from '@marquetry/schema';
import { aadPrefixBytes } from './aad-prefix.js';
import type { EncryptionSettings } from './encryption-settings.js';
import { createFileEncryptor } from './file-encryptor.js';
import type { EncryptionKey } from './keys.js';
import { mostOrdinal } from './modules.js';
import { createSealingKeys, type SealingKey } from './sealing-keys.js';

/** Options for {@link encryption}. */
export interface EncryptionOptions {
  /** The key that encrypts or signs the footer. It also encrypts the columns that do not have a separate key. */
  readonly footerKey: EncryptionKey;
  /**
   * The keys of columns. A name is the path of a column, or of a group, which stands for all columns in it. The value
   * is a key, `'footer'` for the footer key, or `'none'` to leave the column in plaintext. If two names include the
   * same column, the later one applies.
   */
  readonly columns?: Readonly<Record<string, EncryptionKey | 'footer' | 'none'>> | undefined;
  /** The key of columns that `columns` does not name. Default: `'footer'`. */
  readonly default?: 'footer' | 'none' | undefined;
  /**
   * `'encrypted'` hides the schema and everything else in the footer. `'plaintext'` signs the footer without encrypting
   * it, so that readers without keys can read the columns in plaintext; the schema, row counts, sizes and the key-value
   * metadata are then visible, but not the statistics of encrypted columns. Default: `'encrypted'`.
   */
  readonly footer?: 'encrypted' | 'plaintext' | undefined;
  /**
   * `AES_GCM_V1` protects everything against changes. `AES_GCM_CTR_V1` does not protect the values of pages: if the
   * bytes of a page are changed, they are decrypted to other values without an error. Default: `AES_GCM_V1`.
   */
  readonly algorithm?: 'AES_GCM_V1' | 'AES_GCM_CTR_V1' | undefined;
  /**
   * Identifies the file, for example by the name of its table, so that the file cannot be replaced with another file
   * that has the same keys. Text is encoded as UTF-8. Default: none.
   */
  readonly aadPrefix?: string | Uint8Array | undefined;
  /** Whether to store `aadPrefix` in the file. If false, readers must pass it. Default: true. */
  readonly storeAadPrefix?: boolean | undefined;
}

const optionNames: OptionNames<EncryptionOptions> = {
  footerKey: true,
  columns: true,
  default: true,
  footer: true,
  algorithm: true,
  aadPrefix: true,
  storeAadPrefix: true,
};

/**
 * Creates the value of the `encryption` option of `createParquetWriter`, `writeParquet` and `createFileWriter`. The
 * value can be used for many files: each file gets a random id. The keys are copied.
 * @throws ParquetError INVALID_ARGUMENT for invalid options. A writer throws INVALID_ARGUMENT if `columns` names a
 * column that its schema does not have, and LIMIT for more than 32,768 columns, more than 32,768 row groups, or more
 * than 32,768 data pages per column chunk.
 */
export function encryption(options: EncryptionOptions): FileEncryption {
  requireKnownOptions('encryption', options, optionNames);
  const keyOf = createSealingKeys();
  const { storeAadPrefix = true } = options;
  const otherwise = oneOf('default', options.default ?? 'footer', ['footer', 'none']);
  if (options.aadPrefix === undefined && options.storeAadPrefix !== undefined) {
    throw new ParquetError('INVALID_ARGUMENT', '`storeAadPrefix` needs `aadPrefix`');
  }
  const settings: EncryptionSettings = {
    footerKey: keyOf(options.footerKey, '`footerKey.bytes`'),
    algorithm: oneOf('algorithm', options.algorithm ?? 'AES_GCM_V1', ['AES_GCM_V1', 'AES_GCM_CTR_V1']),
    footer: oneOf('footer', options.footer ?? 'encrypted', ['encrypted', 'plaintext']),
    aadPrefix: options.aadPrefix === undefined ? undefined : aadPrefixBytes(options.aadPrefix),
    storeAadPrefix,
  };
  const chosen = (key: EncryptionKey | 'footer' | 'none', what: string): SealingKey | undefined => {
    if (key === 'none') return undefined;
    if (key === 'footer') return settings.footerKey;
    if (typeof key === 'object' && key !== null) return keyOf(key, `${what}.bytes`);
    throw new ParquetError('INVALID_ARGUMENT', `${what} must be a key, 'footer' or 'none', got ${typeof key}`);
  };
  const columns = Object.entries(options.columns ?? {}).map(
    ([path, key]) => [path, chosen(key, `columns['${path}']`)] as const,
  );
  const rest = chosen(otherwise, 'default');
  return {
    contract: 1,
    name: 'encryption',
    begin: (schema) => createFileEncryptor(settings, schema, columnKeys(schema, columns, rest)),
  };
}

/** Returns the key of each leaf column; `undefined` for a column in plaintext. */
function columnKeys(
  { leaves, find }: Schema,
  columns: readonly (readonly [path: string, key: SealingKey | undefined])[],
  rest: SealingKey | undefined,
): (SealingKey | undefined)[] {
  if (leaves.length > mostOrdinal + 1) {
    throw new ParquetError(
      'LIMIT',
      `an encrypted file can have at most ${mostOrdinal + 1} columns, got ${leaves.length}`,
    );
  }
  const keys = leaves.map(() => rest);
  for (const [path, key] of columns) for (const { index } of find(path)) keys[index] = key;
  return keys;
}

function oneOf<Value extends string>(option: string, value: Value, values: readonly Value[]): Value {
  if (values.includes(value)) return value;
  const names = values.map((name) => `'${name}'`).join(' or ');
  throw new ParquetError('INVALID_ARGUMENT', `\`${option}\` must be ${names}, got ${String(value)}`);
}
