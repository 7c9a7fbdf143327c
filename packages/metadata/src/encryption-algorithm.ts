/**
 * The algorithm that encrypts a file's modules, such as footers and pages (parquet.thrift `EncryptionAlgorithm`;
 * Encryption.md).
 */

import type { CompactReader, CompactWriter } from '@marquetry/thrift';
import { binaryField, boolField, expectStruct, type Mutable } from './fields.js';
import { putBinary, putBool, putEmptyStruct, putStruct } from './put.js';
import { parseUnion, parseUnknownMember, type UnknownMember } from './union.js';

/**
 * AES_GCM_V1 encrypts all modules with GCM. AES_GCM_CTR_V1 encrypts page bodies with CTR and all other modules with
 * GCM.
 */
export interface AesAlgorithm {
  readonly kind: 'AES_GCM_V1' | 'AES_GCM_CTR_V1';
  /** The first part of the additional authenticated data (AAD) of every module; shares memory with the input bytes. */
  readonly aadPrefix?: Uint8Array;
  /**
   * Bytes that are unique to the file, and follow the prefix in the AAD of every module; share memory with the input
   * bytes.
   */
  readonly aadFileUnique?: Uint8Array;
  /** True if `aadPrefix` is not stored, so that the reader must supply it. */
  readonly supplyAadPrefix?: boolean;
}

/** The encryption algorithm of a file. */
export type EncryptionAlgorithm = AesAlgorithm | UnknownMember;

export function parseEncryptionAlgorithm(reader: CompactReader): EncryptionAlgorithm {
  return parseUnion<EncryptionAlgorithm>(reader, 'EncryptionAlgorithm', (member) => {
    if (member.fieldId === 1) return parseAes(member, 'AES_GCM_V1');
    if (member.fieldId === 2) return parseAes(member, 'AES_GCM_CTR_V1');
    return parseUnknownMember(member);
  });
}

export function putEncryptionAlgorithm(writer: CompactWriter, algorithm: EncryptionAlgorithm): void {
  const outer = writer.beginStruct();
  if (algorithm.kind === 'unknown') putEmptyStruct(writer, algorithm.id);
  else putStruct(writer, algorithm.kind === 'AES_GCM_V1' ? 1 : 2, algorithm, putAes);
  writer.endStruct(outer);
}

function parseAes(reader: CompactReader, kind: AesAlgorithm['kind']): AesAlgorithm {
  expectStruct(reader, `EncryptionAlgorithm.${kind}`);
  const name = kind === 'AES_GCM_V1' ? 'AesGcmV1' : 'AesGcmCtrV1';
  const algorithm: Mutable<AesAlgorithm> = { kind };
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        algorithm.aadPrefix = binaryField(reader, `${name}.aadPrefix`);
        break;
      case 2:
        algorithm.aadFileUnique = binaryField(reader, `${name}.aadFileUnique`);
        break;
      case 3:
        algorithm.supplyAadPrefix = boolField(reader, `${name}.supplyAadPrefix`);
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  return algorithm;
}

function putAes(writer: CompactWriter, algorithm: AesAlgorithm): void {
  const outer = writer.beginStruct();
  putBinary(writer, 1, algorithm.aadPrefix);
  putBinary(writer, 2, algorithm.aadFileUnique);
  putBool(writer, 3, algorithm.supplyAadPrefix);
  writer.endStruct(outer);
}
