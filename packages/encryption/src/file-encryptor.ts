/** Encrypts the parts of one file. Source: Encryption.md#file-format. */
import { ParquetError, withPlace } from '@marquetry/core';
import type { ChunkPlace, FileEncryptor, PendingChunk, PlacedChunk } from '@marquetry/file';
import { type AesAlgorithm, readBloomFilterHeader } from '@marquetry/metadata';
import { formatPath, type Schema } from '@marquetry/schema';
import type { ModuleCipher } from './cipher.js';
import type { EncryptionSettings } from './encryption-settings.js';
import { encryptedMagic, plainMagic, sealedFooter } from './footer-sealing.js';
import { aadOf, mostOrdinal } from './modules.js';
import { PageSealing } from './page-sealing.js';
import { joined, seal } from './sealing.js';
import type { SealingKey } from './sealing-keys.js';

/**
 * Size of a file id in bytes. The id is random, so that the modules of two files with the same key have different AADs.
 */
const fileIdBytes = 16;

/**
 * Creates the encryptor of one file.
 * @param keys The key of each column; `undefined` for a column in plaintext.
 */
export function createFileEncryptor(
  settings: EncryptionSettings,
  { leaves }: Schema,
  keys: readonly (SealingKey | undefined)[],
): FileEncryptor {
  const { algorithm, aadPrefix, storeAadPrefix, footer } = settings;
  const fileId = crypto.getRandomValues(new Uint8Array(fileIdBytes));
  const fileAad = joined(aadPrefix ?? new Uint8Array(0), fileId);
  const stored: AesAlgorithm = {
    kind: algorithm,
    aadFileUnique: fileId,
    ...(aadPrefix !== undefined && (storeAadPrefix ? { aadPrefix } : { supplyAadPrefix: true })),
  };
  const bodyMode = algorithm === 'AES_GCM_V1' ? 'gcm' : 'ctr';

  /** Returns the chunk with its Bloom filter encrypted as two modules: header and bits. Source: BloomFilter.md#file-format. */
  const withSealedFilter = async (
    placed: PlacedChunk,
    cipher: ModuleCipher,
    place: ChunkPlace,
  ): Promise<PlacedChunk> => {
    const { bloomFilter } = placed;
    if (bloomFilter === undefined) return placed;
    const { byteLength } = readBloomFilterHeader(bloomFilter, 0);
    const header = await seal(cipher, bloomFilter.subarray(0, byteLength), aadOf(fileAad, 'bloomFilterHeader', place));
    const bits = await seal(cipher, bloomFilter.subarray(byteLength), aadOf(fileAad, 'bloomFilterBits', place));
    return { ...placed, bloomFilter: joined(header, bits) };
  };

  const writeTo = async (pages: PageSealing, chunk: PendingChunk, { column }: ChunkPlace): Promise<PlacedChunk> => {
    try {
      const plain = await chunk.write(pages);
      await pages.end();
      return plain;
    } catch (error) {
      const leaf = leaves[column];
      throw leaf === undefined ? error : withPlace(error, { column: formatPath(leaf.path) });
    }
  };

  return {
    magic: footer === 'encrypted' ? encryptedMagic : plainMagic,
    async writeChunk(chunk, output, place) {
      const key = keys[place.column];
      if (key === undefined) return chunk.write(output);
      if (place.rowGroup > mostOrdinal) {
        const what = `an encrypted file can have at most ${mostOrdinal + 1} row groups: write larger row groups or several files`;
        throw new ParquetError('LIMIT', what);
      }
      const cipher = await key.cipher();
      const pages = new PageSealing({ cipher, fileAad, place, bodyMode }, output);
      const plain = await writeTo(pages, chunk, place);
      return withSealedFilter(pages.placed(plain), cipher, place);
    },
    async sealIndex(kind, index, place) {
      const key = keys[place.column];
      if (key === undefined) return index;
      return seal(await key.cipher(), index, aadOf(fileAad, `${kind}Index`, place));
    },
    sealFooter: (metadata) => sealedFooter({ settings, keys, fileAad, algorithm: stored }, metadata),
  };
}
