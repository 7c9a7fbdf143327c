/**
 * Reads the footer, which is at the end of a Parquet file.
 *
 *   PAR1 | pages ... | indexes ... | FileMetaData (Thrift compact) | length of FileMetaData, u32 LE | PAR1
 *   PARE | pages ... | indexes ... | FileCryptoMetaData, encrypted FileMetaData | length of both, u32 LE | PARE
 *
 * Source: README.md#file-format of parquet-format; Encryption.md of parquet-format for `PARE`.
 */
import { type Limits, limitError, ParquetError, runStepsInTurns, viewOf } from '@marquetry/core';
import { type FileMetaData, mostParsedBytes, type ParsedMemory, readFileMetaDataInSteps } from '@marquetry/metadata';
import type { FileSecrets, FooterDecryption } from './decryption.js';
import type { StoredBytes } from './kept-bytes.js';
import { type ByteSource, readExactly } from './source/byte-source.js';

export interface ReadFooterOptions {
  readonly limits: Limits;
  readonly signal?: AbortSignal | undefined;
  /** True to parse the statistics in the footer. */
  readonly statistics: boolean;
  /** Counts the bytes that the parsed footer keeps in memory. */
  readonly memory: ParsedMemory;
  readonly decryption: FooterDecryption | undefined;
}

export interface Footer {
  readonly metadata: FileMetaData;
  /** File offset of the metadata. All pages are before it. */
  readonly offset: number;
  /** Size of the metadata in bytes. */
  readonly byteLength: number;
  /** The bytes before the metadata that were read in the same request; may be empty. */
  readonly before: StoredBytes;
  /** Decrypts columns; undefined if the file has no encrypted column, or was opened without `decryption`. */
  readonly secrets: FileSecrets | undefined;
}

/** Number of bytes to read from the end of the file in the first request. This is enough for most footers. */
const tailBytes = 2 ** 16;
/** Number of bytes after the metadata: the length of the metadata (u32) and the magic bytes. */
const trailerBytes = 8;
const magicBytes = 4;

/**
 * Reads the footer.
 * @throws ParquetError CORRUPT or TRUNCATED if the source is not a complete Parquet file; UNSUPPORTED if the footer is
 * encrypted and `decryption` is absent; LIMIT if the footer exceeds `footerBytes`, or if the footer and the metadata
 * parsed from it exceed `memoryBytes`.
 */
export async function readFooter(source: ByteSource, options: ReadFooterOptions): Promise<Footer> {
  const { byteLength } = source;
  const { limits, signal, statistics, memory, decryption } = options;
  if (byteLength < trailerBytes + magicBytes) {
    const size = byteLength === 0 ? 'the file is empty' : `the file has only ${byteLength} bytes`;
    throw new ParquetError('TRUNCATED', `not a complete Parquet file: ${size}`);
  }
  const tailStart = Math.max(0, byteLength - tailBytes);
  const tail = await readExactly(source, tailStart, byteLength - tailStart, signal);
  const isEncrypted = checkMagic(tail.subarray(-magicBytes), byteLength - magicBytes);
  if (tailStart === 0) checkMagic(tail.subarray(0, magicBytes), 0);
  if (isEncrypted && decryption === undefined) {
    throw new ParquetError(
      'UNSUPPORTED',
      'the footer is encrypted: open the file with `decryption` from @marquetry/encryption',
      {},
      { cure: 'keys' },
    );
  }

  const length = viewOf(tail).getUint32(tail.length - trailerBytes, true);
  const offset = byteLength - trailerBytes - length;
  if (offset < magicBytes) {
    throw new ParquetError('CORRUPT', `a footer of ${length} bytes does not fit in a file of ${byteLength} bytes`, {
      fileOffset: byteLength - trailerBytes,
    });
  }
  if (length > limits.footerBytes) {
    throw limitError('footerBytes', limits, `a footer of ${length} bytes`);
  }
  if (length > mostParsedBytes(limits)) throw limitError('memoryBytes', limits, `a footer of ${length} bytes`);
  const bytes =
    offset >= tailStart
      ? tail.subarray(offset - tailStart, tail.length - trailerBytes)
      : await readExactly(source, offset, length, signal);
  const before = { offset: tailStart, bytes: tail.subarray(0, Math.max(0, offset - tailStart)) };
  const stored = { bytes, fileOffset: offset, limits, signal };
  const opened = isEncrypted ? await decryption?.openFooter(stored) : undefined;
  const plain = opened?.bytes ?? bytes;
  const metadata = await runStepsInTurns(readFileMetaDataInSteps(plain, { limits, statistics, memory }), signal);
  const secrets = opened?.secrets ?? (await decryption?.checkFooter(metadata, stored));
  secrets?.attach(metadata, memory);
  return { metadata, offset, byteLength: length, before, secrets };
}

/**
 * True if the magic bytes are those of an encrypted footer.
 * @throws ParquetError CORRUPT if they are not magic bytes.
 */
function checkMagic(bytes: Uint8Array, fileOffset: number): boolean {
  const magic = String.fromCharCode(...bytes);
  if (magic === 'PAR1' || magic === 'PARE') return magic === 'PARE';
  const where = fileOffset === 0 ? 'starts' : 'ends';
  const shown = magic.replace(/[^\x20-\x7e]/g, '?');
  throw new ParquetError('CORRUPT', `not a complete Parquet file: the file ${where} with "${shown}" instead of PAR1`, {
    fileOffset,
  });
}
