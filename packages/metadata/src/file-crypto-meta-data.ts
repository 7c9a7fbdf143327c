/** The metadata before an encrypted footer (parquet.thrift `FileCryptoMetaData`; Encryption.md). */

import { CompactWriter } from '@marquetry/thrift';
import { type EncryptionAlgorithm, parseEncryptionAlgorithm, putEncryptionAlgorithm } from './encryption-algorithm.js';
import { binaryField, type Mutable, required, structField } from './fields.js';
import { type ReadOptions, readerOf } from './options.js';
import { putBinary, putStruct } from './put.js';

/** The metadata before an encrypted footer. */
export interface FileCryptoMetaData {
  readonly encryptionAlgorithm: EncryptionAlgorithm;
  /** Information for retrieving the footer key; shares memory with the input bytes. */
  readonly keyMetadata?: Uint8Array;
}

/**
 * Reads the FileCryptoMetaData at the start of `bytes`.
 *
 * @returns the struct, and its length in bytes: the encrypted footer follows it.
 * @throws ParquetError TRUNCATED, CORRUPT (with the name of the field) or LIMIT.
 */
export function readFileCryptoMetaData(
  bytes: Uint8Array,
  options: ReadOptions = {},
): { readonly metadata: FileCryptoMetaData; readonly byteLength: number } {
  const reader = readerOf(bytes, 0, options, 'file crypto metadata', 'footerBytes');
  let encryptionAlgorithm: EncryptionAlgorithm | undefined;
  let keyMetadata: Uint8Array | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        encryptionAlgorithm = structField(reader, 'FileCryptoMetaData.encryptionAlgorithm', parseEncryptionAlgorithm);
        break;
      case 2:
        keyMetadata = binaryField(reader, 'FileCryptoMetaData.keyMetadata');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  const metadata: Mutable<FileCryptoMetaData> = {
    encryptionAlgorithm: required(encryptionAlgorithm, reader, 'FileCryptoMetaData.encryptionAlgorithm'),
  };
  if (keyMetadata !== undefined) metadata.keyMetadata = keyMetadata;
  return { metadata, byteLength: reader.position };
}

/** Encodes a FileCryptoMetaData. */
export function writeFileCryptoMetaData(metadata: FileCryptoMetaData): Uint8Array<ArrayBuffer> {
  const writer = new CompactWriter();
  const outer = writer.beginStruct();
  putStruct(writer, 1, metadata.encryptionAlgorithm, putEncryptionAlgorithm);
  putBinary(writer, 2, metadata.keyMetadata);
  writer.endStruct(outer);
  return writer.finish();
}
