/**
 * Key material: the JSON that parquet-java's key tools store about a key. It contains the wrapped key, so that a reader
 * can ask a key management service to unwrap it.
 *
 *   internal storage   key metadata    { keyMaterialType: 'PKMT1', internalStorage: true, ...material }
 *   external storage   key metadata    { keyMaterialType: 'PKMT1', internalStorage: false, keyReference: 'columnKey0' }
 *                      material file   { footerKey: '{"keyMaterialType":"PKMT1", ...material}', columnKey0: '{ ... }', ... }
 *
 *   material           isFooterKey, masterKeyID, wrappedDEK, doubleWrapping; for a footer key, also kmsInstanceID, kmsInstanceURL
 *   single wrapping    wrappedDEK          text from the service: the data key, wrapped with the master key
 *   double wrapping    keyEncryptionKeyID  base64 of random bytes
 *                      wrappedKEK          text from the service: the key encryption key, wrapped with the master key
 *                      wrappedDEK          base64 of the data key, wrapped with the key encryption key; see local-wrapping.ts
 *
 * Source: KeyMetadata.java, KeyMaterial.java and HadoopFSKeyMaterialStore.java of parquet-java.
 */
import { ParquetError } from '@marquetry/core';
import { flag, type Members, membersOf, text } from './members.js';

/** The key material of one key. */
export interface KeyMaterial {
  readonly masterKeyID: string;
  /** The wrapped key. It is wrapped with the key encryption key if there is one, otherwise with the master key. */
  readonly wrappedKey: string;
  /** The key encryption key; undefined if the key is wrapped with the master key itself. */
  readonly kek: WrappedKek | undefined;
}

/** A key encryption key, wrapped with a master key. */
export interface WrappedKek {
  /** The id of the key encryption key, in base64. */
  readonly id: string;
  readonly wrappedKey: string;
}

/** The key management service that wrapped a key, as stated by the file. */
export interface KmsInstance {
  readonly kmsInstanceID: string;
  readonly kmsInstanceURL: string;
}

const materialType = 'PKMT1';

/** Maximum length of a wrapped key, in bytes or UTF-16 code units. Wrapped keys of real services are far shorter. */
const mostLength = 2 ** 16;

/**
 * Maximum length of a material file in characters, which is enough for about 10,000 keys. Parsing a longer hostile text
 * would block the event loop for more than a quarter of a second.
 */
const mostFileLength = 2 ** 22;

/**
 * Returns the material of a key, or, if the material is stored in a material file, the name of the key in that file.
 * @throws ParquetError like {@link readMaterial}.
 */
export function readKeyMetadata(bytes: Uint8Array): KeyMaterial | string {
  // The length is checked before the text is decoded, because it comes from the file.
  requireSize(bytes.length);
  const members = typedMembers(new TextDecoder().decode(bytes));
  return flag(members, 'internalStorage') ? materialOf(members) : text(members, 'keyReference');
}

/**
 * Reads the material of one key.
 * @throws ParquetError CORRUPT if `json` is not the JSON of key material, UNSUPPORTED for an unknown type of material,
 * LIMIT above 64 KiB.
 */
export function readMaterial(json: string): KeyMaterial {
  requireSize(json.length);
  return materialOf(typedMembers(json));
}

/**
 * Returns the material of each key in a material file, as text, by the name of the key.
 * @throws ParquetError CORRUPT if the file is not a JSON object, INVALID_ARGUMENT if it is not text, LIMIT above 4 Mi
 * characters.
 */
export function readMaterialFile(json: unknown): Members {
  if (typeof json !== 'string') {
    throw new ParquetError('INVALID_ARGUMENT', `key material must be text, got ${typeof json}`);
  }
  requireFileSize(json.length);
  return membersOf(json);
}

/**
 * Returns key material as JSON text.
 * @param instance The key management service; only for the footer key.
 * @param isInternal True if the text is stored as key metadata in the Parquet file.
 */
export function writeMaterial(
  { masterKeyID, wrappedKey, kek }: KeyMaterial,
  instance: KmsInstance | undefined,
  isInternal: boolean,
): string {
  return JSON.stringify({
    keyMaterialType: materialType,
    ...(isInternal && { internalStorage: true }),
    isFooterKey: instance !== undefined,
    ...instance,
    masterKeyID,
    wrappedDEK: wrappedKey,
    doubleWrapping: kek !== undefined,
    ...(kek !== undefined && { keyEncryptionKeyID: kek.id, wrappedKEK: kek.wrappedKey }),
  });
}

export function writeReference(keyReference: string): string {
  return JSON.stringify({ keyMaterialType: materialType, internalStorage: false, keyReference });
}

function materialOf(members: Members): KeyMaterial {
  // The service that the file names is ignored: a file must not choose the service to which its keys are sent.
  return {
    masterKeyID: text(members, 'masterKeyID'),
    wrappedKey: text(members, 'wrappedDEK'),
    kek: flag(members, 'doubleWrapping')
      ? { id: text(members, 'keyEncryptionKeyID'), wrappedKey: text(members, 'wrappedKEK') }
      : undefined,
  };
}

function typedMembers(json: string): Members {
  const members = membersOf(json);
  const type = text(members, 'keyMaterialType');
  if (type === materialType) return members;
  // A long text is not quoted in the error, because it could be a wrapped key.
  const named = type.length < 40 ? `, ${JSON.stringify(type)},` : '';
  throw new ParquetError('UNSUPPORTED', `the type of the key material${named} is not supported`);
}

/**
 * Checks the length of a material file.
 * @throws ParquetError LIMIT if a reader would reject the file because of its length.
 */
export function requireFileSize(length: number): void {
  requireSize(length, mostFileLength);
}

function requireSize(length: number, most: number = mostLength): void {
  if (length > most) throw new ParquetError('LIMIT', `key material can have at most ${most} characters, got ${length}`);
}
