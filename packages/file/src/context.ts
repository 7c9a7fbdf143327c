/** The state that all reads of an open file share. */
import {
  type Codec,
  CodecId,
  type CodecRegistry,
  type ColumnKernels,
  EncodingId,
  type EncodingRegistry,
  type Limits,
  withPlace,
} from '@marquetry/core';
import type { PageHeader, ParsedMemory } from '@marquetry/metadata';
import { dataHeaderOf, isDictionaryPage } from '@marquetry/page';
import type { ChunkLocation } from './chunk.js';
import type { FileSecrets } from './decryption.js';
import type { ExternalFiles } from './external-files.js';
import type { StoredBytes } from './kept-bytes.js';
import type { ByteSource } from './source/byte-source.js';

/**
 * The state that all reads of an open file share: how its bytes are read, decrypted, decompressed and decoded, and the
 * limits.
 */
export interface FileContext {
  readonly source: ByteSource;
  readonly encodings: EncodingRegistry;
  readonly codecs: CodecRegistry;
  readonly kernels: ColumnKernels;
  readonly limits: Limits;
  readonly verifyChecksums: boolean;
  /** Counts the memory of the parsed footer, which is subtracted from the memory that reads may use. */
  readonly footerMemory: Readonly<ParsedMemory>;
  /** The bytes of the page indexes that were read together with the footer. */
  readonly indexes: StoredBytes | undefined;
  /** Finds and reads columns that are stored in other files; undefined if the file was opened without `external`. */
  readonly external: ExternalFiles | undefined;
  /** Decrypts encrypted columns; undefined if the file has none, or was opened without `decryption`. */
  readonly secrets: FileSecrets | undefined;
  /** File offset of the footer. All pages and indexes are before it. */
  readonly dataEnd: number;
}

/**
 * Prepares the encoding of a data page or dictionary page. Returns a promise if the encoding is not ready yet;
 * otherwise `undefined`. For an encoding that is not registered, this function does nothing, and reading the page
 * throws.
 */
export function prepareEncoding({ encodings }: FileContext, header: PageHeader): Promise<void> | undefined {
  const id = isDictionaryPage(header) ? EncodingId.PLAIN : dataHeaderOf(header)?.encoding;
  return id === undefined ? undefined : encodings.find(id)?.prepare?.();
}

/**
 * Returns the codec of a chunk after preparing it; `undefined` for UNCOMPRESSED.
 * @throws ParquetError UNSUPPORTED if the codec is not registered.
 */
export async function prepareCodec(context: FileContext, location: ChunkLocation): Promise<Codec | undefined> {
  const id = location.metaData.codec;
  if (id === CodecId.UNCOMPRESSED) return undefined;
  try {
    const codec = context.codecs.resolve(id);
    await codec.prepare?.();
    return codec;
  } catch (error) {
    throw withPlace(error, location.at);
  }
}
