/**
 * Reads pages with the deprecated LZ4 codec. The specification never defined their contents, so writers differ:
 *
 * - Hadoop framing: parquet-java, and writers that want parquet-java to read their files;
 * - a bare LZ4 block: parquet-cpp before 0.17 and others;
 * - LZ4 frames: old fastparquet.
 *
 * A file does not state which of these formats it contains. However, the size after decompression is known, and
 * decompressing a page as the wrong format almost never yields that size.
 */
import { isParquetError } from '@marquetry/core';
import { decompressBlock } from './block-decompress.js';
import { decompressFrames, isFrame } from './frame.js';
import { decompressHadoop } from './hadoop.js';

/**
 * Decompresses any of the three formats, as {@link Codec.decompress} specifies. If none of them yields the expected
 * size, throws the error of the format that the first bytes indicate.
 */
export function decompressAny(packed: Uint8Array, into: Uint8Array): void {
  const hadoopError = attempt(decompressHadoop, packed, into);
  if (hadoopError === undefined) return;
  const blockError = attempt(decompressBlock, packed, into);
  if (blockError === undefined) return;
  if (isFrame(packed)) decompressFrames(packed, into);
  else throw packed[0] === 0 ? hadoopError : blockError;
}

function attempt(
  decompress: (packed: Uint8Array, into: Uint8Array) => void,
  packed: Uint8Array,
  into: Uint8Array,
): Error | undefined {
  try {
    decompress(packed, into);
    return undefined;
  } catch (error) {
    if (isParquetError(error)) return error;
    throw error;
  }
}
