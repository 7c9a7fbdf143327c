/**
 * Encrypts or signs the footer of a file, and encrypts the metadata of its columns.
 *
 *   encrypted   FileCryptoMetaData | footer module                | u32 LE bytes before it | PARE
 *   plaintext   FileMetaData | nonce 12 | tag 16 of the same bytes | u32 LE bytes before it | PAR1
 *
 *   column                     encrypted footer                    plaintext footer
 *   in plaintext               metadata                            metadata
 *   with the footer key        metadata                            module, and metadata without statistics
 *   with a separate key        module                              module, and metadata without statistics
 *
 * Source: Encryption.md#file-format.
 */
import { isTurnDue, ParquetError, viewOf, yieldToEventLoop } from '@marquetry/core';
import type { ChunkPlace, SealedFooter } from '@marquetry/file';
import {
  type AesAlgorithm,
  type ColumnChunk,
  type ColumnCryptoMetaData,
  type ColumnMetaData,
  type FileMetaData,
  type RowGroup,
  writeColumnMetaData,
  writeFileCryptoMetaData,
  writeFileMetaData,
} from '@marquetry/metadata';
import type { EncryptionSettings } from './encryption-settings.js';
import { aadOf } from './modules.js';
import { joined, seal } from './sealing.js';
import type { SealingKey } from './sealing-keys.js';

/** The magic bytes PARE. A file with an encrypted footer starts and ends with them. */
export const encryptedMagic: Uint8Array = /* @__PURE__ */ Uint8Array.of(0x50, 0x41, 0x52, 0x45);
/** The magic bytes PAR1. A file with a plaintext footer starts and ends with them. */
export const plainMagic: Uint8Array = /* @__PURE__ */ Uint8Array.of(0x50, 0x41, 0x52, 0x31);

/** The settings and the keys that encrypt or sign the footer of a file. */
export interface FooterSecrets {
  readonly settings: EncryptionSettings;
  /** The key of each column; `undefined` for columns in plaintext. */
  readonly keys: readonly (SealingKey | undefined)[];
  readonly fileAad: Uint8Array;
  readonly algorithm: AesAlgorithm;
}

/** Encrypts or signs a footer. @throws ParquetError LIMIT if the result has 2^31 bytes or more. */
export async function sealedFooter(secrets: FooterSecrets, metadata: FileMetaData): Promise<SealedFooter> {
  const { settings, fileAad, algorithm } = secrets;
  const { footerKey, footer } = settings;
  const rowGroups: RowGroup[] = [];
  for (const [ordinal, rowGroup] of metadata.rowGroups.entries()) {
    const columns = rowGroup.columns.map((chunk, column) => sealedChunk(secrets, chunk, { rowGroup: ordinal, column }));
    rowGroups.push({ ...rowGroup, columns: await Promise.all(columns) });
    if (isTurnDue()) await yieldToEventLoop();
  }
  const cipher = await footerKey.cipher();
  const aad = aadOf(fileAad, 'footer');
  if (footer === 'encrypted') {
    const stored = { ...metadata, rowGroups };
    const crypto = writeFileCryptoMetaData({
      encryptionAlgorithm: algorithm,
      ...(footerKey.metadata !== undefined && { keyMetadata: footerKey.metadata }),
    });
    const module = await seal(cipher, writeFileMetaData(stored), aad);
    return { bytes: ended(encryptedMagic, crypto, module), metadata: stored };
  }
  const stored: FileMetaData = {
    ...metadata,
    rowGroups,
    encryptionAlgorithm: algorithm,
    ...(footerKey.metadata !== undefined && { footerSigningKeyMetadata: footerKey.metadata }),
  };
  const bytes = writeFileMetaData(stored);
  const nonce = cipher.nonce();
  const tag = await cipher.tag(nonce, bytes, aad);
  return { bytes: ended(plainMagic, bytes, nonce, tag), metadata: stored };
}

async function sealedChunk(secrets: FooterSecrets, chunk: ColumnChunk, place: ChunkPlace): Promise<ColumnChunk> {
  const { settings, keys, fileAad } = secrets;
  const key = keys[place.column];
  const { metaData, ...rest } = chunk;
  if (key === undefined || metaData === undefined) return chunk;
  const isEncrypted = settings.footer === 'encrypted';
  const cryptoMetadata = cryptoMetadataOf(key, settings.footerKey, metaData);
  if (isEncrypted && key === settings.footerKey) return { ...chunk, cryptoMetadata };
  const aad = aadOf(fileAad, 'columnMetadata', place);
  const encryptedColumnMetadata = await seal(await key.cipher(), writeColumnMetaData(metaData), aad);
  const clear = isEncrypted ? {} : { metaData: withoutSecrets(metaData) };
  return { ...rest, ...clear, cryptoMetadata, encryptedColumnMetadata };
}

function cryptoMetadataOf(
  key: SealingKey,
  footerKey: SealingKey,
  { pathInSchema }: ColumnMetaData,
): ColumnCryptoMetaData {
  if (key === footerKey) return { kind: 'ENCRYPTION_WITH_FOOTER_KEY' };
  const { metadata: keyMetadata } = key;
  return {
    kind: 'ENCRYPTION_WITH_COLUMN_KEY',
    pathInSchema,
    ...(keyMetadata !== undefined && { keyMetadata }),
  };
}

/**
 * Returns the part of an encrypted column's metadata that readers without keys may see. It contains nothing that
 * depends on the values, except sizes, encodings and value counts.
 */
function withoutSecrets(metaData: ColumnMetaData): ColumnMetaData {
  const {
    statistics: _statistics,
    sizeStatistics: _sizes,
    geospatialStatistics: _geospatial,
    encodingStats: _encodings,
    keyValueMetadata: _keyValues,
    bloomFilterOffset: _filter,
    bloomFilterLength: _length,
    ...clear
  } = metaData;
  return clear;
}

/** Returns the end of a file: the given parts, their total length in bytes, and the magic bytes. */
function ended(magic: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = new Uint8Array(4);
  const bytes = joined(...parts, length, magic);
  const footer = bytes.length - length.length - magic.length;
  if (footer >= 2 ** 31)
    throw new ParquetError('LIMIT', `a footer of ${footer} bytes is too large: it must have fewer than 2^31 bytes`);
  viewOf(bytes).setUint32(footer, footer, true);
  return bytes;
}
