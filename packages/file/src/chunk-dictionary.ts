/**
 * Reads the dictionary of a column chunk, without its data pages.
 */
import { createPageSequence, dictionaryPageBytes } from '@marquetry/column';
import { type DirectValues, limitError } from '@marquetry/core';
import { isDictionaryPage } from '@marquetry/page';
import type { ChunkLocation } from './chunk.js';
import { type FileContext, prepareCodec, prepareEncoding } from './context.js';
import { storedPages } from './stored-pages.js';

/**
 * Returns the dictionary of a chunk, or undefined if it does not have one.
 * @throws ParquetError if the dictionary page is invalid; LIMIT if the dictionary exceeds `limits.memoryBytes`.
 */
export async function loadDictionary(
  context: FileContext,
  location: ChunkLocation,
  signal: AbortSignal | undefined,
): Promise<DirectValues | undefined> {
  const { metaData, leaf, at, start } = location;
  if (start === undefined) return undefined;
  const codec = await prepareCodec(context, location);
  const sequence = createPageSequence({
    ...context,
    column: leaf,
    codec,
    slotCount: metaData.numValues,
    uncompressedSize: metaData.totalUncompressedSize,
    at,
  });
  const within = { start, end: Math.max(start + 1, metaData.dataPageOffset) };
  for await (const { header, body, fileOffset } of storedPages(context, location, signal, within)) {
    if (!isDictionaryPage(header)) break;
    const byteLength = dictionaryPageBytes(header, leaf);
    if (byteLength > context.limits.memoryBytes) {
      throw limitError('memoryBytes', context.limits, `a dictionary of ${byteLength} bytes`, at);
    }
    await prepareEncoding(context, header);
    sequence.accept(header, body, fileOffset);
    break;
  }
  return sequence.dictionary;
}
