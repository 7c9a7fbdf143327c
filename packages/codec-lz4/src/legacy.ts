/**
 * Reads pages with the deprecated codec LZ4. The specification never defined their contents, so writers differ:
 *
 * - Hadoop framing: parquet-java, and writers that wanted to be read by it;
 * - a bare LZ4 block: parquet-cpp before 0.17 and others;
 * - LZ4 frames: old fastparquet.
 *
 * The file does not state which form it has. But the size after decompression is known, and a wrong guess almost never yields
 * this size.
 */
import { isParquetError } from '@marquetry/core';
import { decompressBlock } from './block-decompress.js';
import { decompressFrames, isFrame } from './frame.js';
import { decompressHadoop } from './hadoop.js';

/**
 * Decompresses any form of LZ4, as {@link Codec.decompress} specifies. If no form fits, throws the error of the form
 * that the first bytes indicate.
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
