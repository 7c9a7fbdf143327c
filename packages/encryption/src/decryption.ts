/**
 * Opens encrypted files. Source: Encryption.md#file-format.
 */
import { type Limits, type OptionNames, ParquetError, requireKnownOptions } from '@marquetry/core';
import type { FileDecryption, FileSecrets, OpenedSecrets, StoredFooter } from '@marquetry/file';
import {
  type AesAlgorithm,
  type EncryptionAlgorithm,
  type FileMetaData,
  readFileCryptoMetaData,
  readFileMetaData,
  writeFileMetaData,
} from '@marquetry/metadata';
import { aadPrefixBytes } from './aad-prefix.js';
import { createFileKeys, keyNamed } from './file-keys.js';
import { createFileSecrets } from './file-secrets.js';
import type { KeyProvider } from './keys.js';
import { aadOf, type FileAad, nonceBytes, tagBytes } from './modules.js';
import { openModule, wholeModule } from './open-module.js';
import { joined } from './sealing.js';
import { unlocking } from './unlocking.js';

/** Options for {@link decryption}. */
export interface DecryptionOptions {
  /** Finds the key of the footer and of each column: `fixedKeys({ ... })`, `kmsKeys(...)` or your own provider. */
  readonly keys: KeyProvider;
  /**
   * The AAD prefix (additional authenticated data) that the writer used, such as the name of the table. Required if the
   * file does not store it. A file that was written with a different prefix, or without one, is rejected. Text is
   * encoded as UTF-8. Default: the prefix that the file stores, if there is one.
   */
  readonly aadPrefix?: string | Uint8Array | undefined;
  /**
   * The minimum protection that a file must have, so that an unprotected file cannot take its place. `'encrypted'`
   * requires an encrypted footer. `'signed'` requires an encrypted footer, or a plaintext footer whose signature was
   * verified. The default `'any'` also opens files without encryption.
   */
  readonly require?: 'any' | 'signed' | 'encrypted' | undefined;
  /**
   * Whether to verify the signature of a plaintext footer. If `keys` does not have the footer's key, the file is opened
   * without verification, and `file.encryption.isVerified` is false. Default: true.
   */
  readonly verifyFooter?: boolean | undefined;
  /**
   * True to read files that DuckDB encrypted. DuckDB omits the AAD, which binds each module (encrypted part) to its file and its place in the file.
   * Without the AAD, an attacker who does not have the keys can swap pages, columns and row groups without being detected. Default: false.
   */
  readonly allowNoAad?: boolean | undefined;
}

const optionNames: OptionNames<DecryptionOptions> = {
  keys: true,
  aadPrefix: true,
  require: true,
  verifyFooter: true,
  allowNoAad: true,
};

const requirements: readonly unknown[] = [undefined, 'any', 'signed', 'encrypted'];

/**
 * Creates the value of the `decryption` option of `openParquet` and `openFile`. A key is requested from the key
 * provider when a read first needs it.
 * @throws ParquetError INVALID_ARGUMENT for invalid options.
 */
export function decryption(options: DecryptionOptions): FileDecryption {
  requireKnownOptions('decryption', options, optionNames);
  const { keys, require, verifyFooter = true } = options;
  if (typeof keys?.key !== 'function') {
    throw new ParquetError('INVALID_ARGUMENT', '`keys` must be a key provider, such as `fixedKeys({ ... })`');
  }
  if (!requirements.includes(require)) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`require\` must be 'any', 'signed' or 'encrypted', got ${String(require)}`,
    );
  }
  if (require === 'signed' && !verifyFooter) {
    throw new ParquetError('INVALID_ARGUMENT', "`require: 'signed'` needs `verifyFooter`");
  }
  const prefix = options.aadPrefix === undefined ? undefined : aadPrefixBytes(options.aadPrefix);
  const opening = { ...options, verifyFooter, prefix };
  return {
    contract: 1,
    name: 'decryption',
    openFooter: (footer) => openFooter(opening, footer),
    checkFooter: (metadata, footer) => checkFooter(opening, metadata, footer),
    unlocking,
  };
}

interface Opening extends DecryptionOptions {
  readonly prefix: Uint8Array | undefined;
}

async function openFooter(
  opening: Opening,
  { bytes, fileOffset, limits, signal }: StoredFooter,
): Promise<OpenedSecrets> {
  const { metadata: crypto, byteLength } = readFileCryptoMetaData(bytes, { limits });
  const algorithm = requireAlgorithm(crypto.encryptionAlgorithm);
  const fileAad = fileAadOf(opening, algorithm);
  const keys = createFileKeys(opening.keys, crypto.keyMetadata);
  const cipher = await keys.footer(signal);
  if (cipher === undefined) throw missingFooterKey(crypto.keyMetadata);
  const place = { part: 'footer', fileOffset: fileOffset + byteLength };
  const module = wholeModule(bytes.subarray(byteLength), 'gcm', place);
  const plain = await openModule(cipher, 'gcm', module, aadOf(fileAad, 'footer'), place);
  const facts = { algorithm: algorithm.kind, footer: 'encrypted', isVerified: true } as const;
  return {
    bytes: fileAad === undefined ? withFooterKeys(plain, limits) : plain,
    secrets: createFileSecrets({ keys, fileAad, facts, limits }),
  };
}

/**
 * Returns the footer of a DuckDB file, with each column marked as encrypted with the footer key. DuckDB encrypts all
 * columns with the footer key without stating this in the footer.
 */
function withFooterKeys(footer: Uint8Array, limits: Limits): Uint8Array {
  const metadata = readFileMetaData(footer, { limits });
  const rowGroups = metadata.rowGroups.map((group) => ({
    ...group,
    columns: group.columns.map((chunk) => ({
      cryptoMetadata: { kind: 'ENCRYPTION_WITH_FOOTER_KEY' } as const,
      ...chunk,
    })),
  }));
  return writeFileMetaData({ ...metadata, rowGroups });
}

/** Number of bytes of the signature after a plaintext footer. */
const signatureBytes = nonceBytes + tagBytes;

async function checkFooter(
  opening: Opening,
  metadata: FileMetaData,
  { bytes, fileOffset, limits, signal }: StoredFooter,
): Promise<FileSecrets | undefined> {
  const { require = 'any', verifyFooter } = opening;
  const isEncrypted = metadata.encryptionAlgorithm !== undefined;
  if (require === 'encrypted' || (require === 'signed' && !isEncrypted)) {
    const found = isEncrypted ? 'the footer is plaintext' : 'the file is not encrypted';
    throw new ParquetError('CORRUPT', `${found}, but \`require: '${require}'\` was passed`);
  }
  if (metadata.encryptionAlgorithm === undefined) {
    if (opening.prefix === undefined) return undefined;
    throw new ParquetError('CORRUPT', 'an AAD prefix was passed, but the file is not encrypted', {}, { cure: 'keys' });
  }
  const algorithm = requireAlgorithm(metadata.encryptionAlgorithm);
  const fileAad = fileAadOf(opening, algorithm);
  const keyMetadata = metadata.footerSigningKeyMetadata;
  const keys = createFileKeys(opening.keys, keyMetadata);
  const cipher = verifyFooter ? await keys.footer(signal) : undefined;
  if (cipher === undefined && require === 'signed') throw missingFooterKey(keyMetadata);
  if (cipher !== undefined) {
    const place = { part: 'footer', fileOffset };
    const end = bytes.length - signatureBytes;
    if (end < 0) throw new ParquetError('CORRUPT', 'the footer has no signature', place);
    const nonce = bytes.subarray(end, end + nonceBytes);
    const tag = await cipher.tag(nonce, bytes.subarray(0, end), aadOf(fileAad, 'footer'));
    if (!isSame(tag, bytes.subarray(end + nonceBytes))) {
      const what = 'the signature of the footer is wrong: the key or AAD prefix is wrong, or the footer was changed';
      throw new ParquetError('CORRUPT', what, place, { cure: 'keys' });
    }
  }
  const facts = { algorithm: algorithm.kind, footer: 'plaintext', isVerified: cipher !== undefined } as const;
  return createFileSecrets({ keys, fileAad, facts, limits });
}

function requireAlgorithm(algorithm: EncryptionAlgorithm): AesAlgorithm {
  if (algorithm.kind !== 'unknown') return algorithm;
  throw new ParquetError('UNSUPPORTED', `encryption algorithm ${algorithm.id} is not supported`);
}

/**
 * Returns the first part of the AAD, which is the same for every module in the file. Returns undefined if the modules
 * of the file have no AAD. Sources: Encryption.md#aad-prefix; for files without AAD, `parquet_crypto.cpp` of DuckDB.
 */
function fileAadOf({ prefix, allowNoAad = false }: Opening, algorithm: AesAlgorithm): FileAad {
  const { aadPrefix: stored, aadFileUnique = new Uint8Array(0), supplyAadPrefix = false } = algorithm;
  const hasStored = stored !== undefined && stored.length > 0;
  if (prefix !== undefined && !(hasStored ? isSame(stored, prefix) : supplyAadPrefix)) {
    const found = hasStored ? 'with another one' : 'without one';
    throw new ParquetError(
      'CORRUPT',
      `an AAD prefix was passed, but the file was written ${found}`,
      {},
      { cure: 'keys' },
    );
  }
  if (!hasStored && supplyAadPrefix && prefix === undefined) {
    const what = 'the file needs the AAD prefix that its writer used: pass `aadPrefix`';
    throw new ParquetError('INVALID_ARGUMENT', what, {}, { cure: 'keys' });
  }
  if (aadFileUnique.length === 0 && algorithm.kind === 'AES_GCM_V1' && !hasStored && !supplyAadPrefix) {
    if (allowNoAad) return undefined;
    const what = 'the file is encrypted without AAD, so its parts can be swapped unnoticed: to read it anyway';
    throw new ParquetError('UNSUPPORTED', `${what}, pass \`allowNoAad: true\``);
  }
  return joined(prefix ?? stored ?? new Uint8Array(0), aadFileUnique);
}

/** Compares byte arrays. The time depends only on their lengths, so it reveals nothing about a signature. */
function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let differing = 0;
  for (let i = 0; i < a.length; i++) differing |= (a[i] as number) ^ (b[i] as number);
  return differing === 0;
}

function missingFooterKey(metadata: Uint8Array | undefined): ParquetError {
  const what = `no key for the footer${keyNamed(metadata)}: add one to \`keys\``;
  return new ParquetError('INVALID_ARGUMENT', what, {}, { cure: 'keys' });
}
