/**
 * Decrypts the page indexes and the Bloom filter of an encrypted column chunk. `sealed-stream.ts` decrypts its pages.
 */
import { type Limits, limitError, ParquetError } from '@marquetry/core';
import {
  type ByteSource,
  type ChunkSecrets,
  readExactly,
  type SealedChunk,
  type SecretReadOptions,
} from '@marquetry/file';
import { type OffsetIndex, readBloomFilterHeader, readOffsetIndex } from '@marquetry/metadata';
import type { ModuleCipher } from './cipher.js';
import { createPlacedAad, type FileAad, lengthBytes, overheadOf } from './modules.js';
import { lengthAt, openModule, wholeModule } from './open-module.js';
import type { ChunkCipher } from './page-modules.js';
import { SealedStream } from './sealed-stream.js';
import { joined } from './sealing.js';

interface ChunkSecretsInput {
  readonly cipher: ModuleCipher;
  readonly fileAad: FileAad;
  readonly place: { readonly rowGroup: number; readonly column: number };
  /** True if the bodies of pages are encrypted with AES-CTR instead of AES-GCM. */
  readonly isCtr: boolean;
  readonly limits: Limits;
}

export function createChunkSecrets({ cipher, fileAad, place, isCtr, limits }: ChunkSecretsInput): ChunkSecrets {
  /** The decrypted offset index, which determines the ordinals of pages; undefined until it is read. */
  let offsetIndex: Uint8Array | undefined;
  let ordinals: Map<number, number> | undefined;
  const aad = createPlacedAad(fileAad, place);
  const bodyMode = isCtr ? 'ctr' : 'gcm';
  // In files from DuckDB, page headers state sizes before encryption. Such files are recognized by their missing AAD.
  const uncountedBytes = fileAad === undefined ? overheadOf(bodyMode) : 0;
  const chunk: ChunkCipher = { cipher, bodyMode, uncountedBytes, aad };
  const pageAt = (offset: number): number | undefined => {
    if (offsetIndex === undefined) return undefined;
    ordinals ??= ordinalsOf(readOffsetIndex(offsetIndex, { limits }));
    return ordinals.get(offset);
  };
  return {
    pageStream: (location, options, windowed) => new SealedStream(chunk, pageAt, location, options, windowed),
    openIndex: async (kind, stored, at) => {
      const moduleKind = kind === 'offset' ? 'offsetIndex' : 'columnIndex';
      const where = { ...at, part: `${kind} index` };
      const plain = await openModule(cipher, 'gcm', wholeModule(stored, 'gcm', where), aad(moduleKind), where);
      if (kind === 'offset') offsetIndex = plain;
      return plain;
    },
    bloomFilter: async (source, location, options) => {
      const [headerModule, bitsModule] = await bloomModules(source, location, options);
      const at = { ...location.at, part: 'Bloom filter' };
      const header = await openModule(cipher, 'gcm', headerModule, aad('bloomFilterHeader'), at);
      const bits = await openModule(cipher, 'gcm', bitsModule, aad('bloomFilterBits'), at);
      // The header may be followed by unused bytes: parquet-java always encrypts a buffer of 100 bytes that starts with
      // the header.
      const { byteLength } = readBloomFilterHeader(header, 0, { limits: options.limits });
      return joined(header.subarray(0, byteLength), bits);
    },
  };
}

/** Returns a map from the file offset of each data page to the ordinal of the page in the chunk. */
function ordinalsOf({ pageLocations }: OffsetIndex): Map<number, number> {
  return new Map(pageLocations.map(({ offset }, ordinal) => [offset, ordinal]));
}

/** Maximum size of the header of a Bloom filter, in bytes. */
const mostHeaderBytes = 64;

/** Reads the two modules of a Bloom filter: its header and its bits. Source: Encryption.md#bloom-filters. */
async function bloomModules(
  source: ByteSource,
  { metaData, dataEnd, at }: SealedChunk,
  { limits, signal }: SecretReadOptions,
): Promise<readonly [Uint8Array, Uint8Array]> {
  const { bloomFilterOffset: start = 0, bloomFilterLength: length = dataEnd - start } = metaData;
  const end = start + length;
  if (length < 0 || end > dataEnd) {
    const what = `a Bloom filter of ${length} bytes at ${start} does not end before the footer at ${dataEnd}`;
    throw new ParquetError('CORRUPT', what, at);
  }
  const place = { ...at, part: 'Bloom filter' };
  const read = async (offset: number, most: number): Promise<Uint8Array> => {
    const prefix = await readExactly(source, offset, Math.min(lengthBytes, end - offset), signal);
    const size = lengthAt(prefix, end - offset, 'gcm', place);
    for (const limit of ['bloomFilterBytes', 'memoryBytes'] as const) {
      if (size > Math.min(limits[limit], most) + overheadOf('gcm') + mostHeaderBytes) {
        throw limitError(limit, limits, `a Bloom filter of ${size} bytes`, at);
      }
    }
    return readExactly(source, offset, size, signal);
  };
  const header = await read(start, mostHeaderBytes);
  return [header, await read(start + header.length, Number.POSITIVE_INFINITY)];
}
