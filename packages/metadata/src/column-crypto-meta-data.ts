/** The key that encrypts a column chunk (parquet.thrift `ColumnCryptoMetaData`; Encryption.md). */

import type { CompactReader, CompactWriter } from '@marquetry/thrift';
import { binaryField, type Mutable, nameList, required, structField } from './fields.js';
import { putBinary, putEmptyStruct, putStringList, putStruct } from './put.js';
import { parseEmptyStruct, parseUnion, parseUnknownMember, type UnknownMember } from './union.js';

/** A column that is encrypted with its own key. */
export interface EncryptionWithColumnKey {
  readonly kind: 'ENCRYPTION_WITH_COLUMN_KEY';
  readonly pathInSchema: readonly string[];
  /** Information for retrieving the key of the column; shares memory with the input bytes. */
  readonly keyMetadata?: Uint8Array;
}

/** The encryption key of a column: the footer key, or a key for this column only. */
export type ColumnCryptoMetaData =
  | { readonly kind: 'ENCRYPTION_WITH_FOOTER_KEY' }
  | EncryptionWithColumnKey
  | UnknownMember;

export function parseColumnCryptoMetaData(reader: CompactReader): ColumnCryptoMetaData {
  return parseUnion<ColumnCryptoMetaData>(reader, 'ColumnCryptoMetaData', (member) => {
    switch (member.fieldId) {
      case 1:
        structField(member, 'ColumnCryptoMetaData.ENCRYPTION_WITH_FOOTER_KEY', parseEmptyStruct);
        return { kind: 'ENCRYPTION_WITH_FOOTER_KEY' };
      case 2:
        return structField(member, 'ColumnCryptoMetaData.ENCRYPTION_WITH_COLUMN_KEY', parseColumnKey);
      default:
        return parseUnknownMember(member);
    }
  });
}

export function putColumnCryptoMetaData(writer: CompactWriter, crypto: ColumnCryptoMetaData): void {
  const outer = writer.beginStruct();
  if (crypto.kind === 'ENCRYPTION_WITH_COLUMN_KEY') putStruct(writer, 2, crypto, putColumnKey);
  else putEmptyStruct(writer, crypto.kind === 'unknown' ? crypto.id : 1);
  writer.endStruct(outer);
}

function parseColumnKey(reader: CompactReader): EncryptionWithColumnKey {
  let pathInSchema: string[] | undefined;
  let keyMetadata: Uint8Array | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        pathInSchema = nameList(reader, 'EncryptionWithColumnKey.pathInSchema');
        break;
      case 2:
        keyMetadata = binaryField(reader, 'EncryptionWithColumnKey.keyMetadata');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  const key: Mutable<EncryptionWithColumnKey> = {
    kind: 'ENCRYPTION_WITH_COLUMN_KEY',
    pathInSchema: required(pathInSchema, reader, 'EncryptionWithColumnKey.pathInSchema'),
  };
  if (keyMetadata !== undefined) key.keyMetadata = keyMetadata;
  return key;
}

function putColumnKey(writer: CompactWriter, key: EncryptionWithColumnKey): void {
  const outer = writer.beginStruct();
  putStringList(writer, 1, key.pathInSchema);
  putBinary(writer, 2, key.keyMetadata);
  writer.endStruct(outer);
}
