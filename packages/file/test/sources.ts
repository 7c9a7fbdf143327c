/** Sources that record their reads, and files in memory. */

import { createCodecRegistry } from '@marquetry/core';
import { type ByteSource, bytesSource, type OpenFileOptions, openFile, type ParquetFile } from '@marquetry/file';
import { snappy, standardEncodings, zstd } from '@marquetry/test-support/standard.js';
import { type Plain, slotsOf } from '@marquetry/test-support/values.js';

export interface CountingSource extends ByteSource {
  /** The offset and length of every read so far. */
  readonly reads: [number, number][];
}

export function countingSource(bytes: Uint8Array): CountingSource {
  const source = bytesSource(bytes);
  const reads: [number, number][] = [];
  return {
    byteLength: bytes.length,
    reads,
    read: (offset, length, signal) => {
      reads.push([offset, length]);
      return source.read(offset, length, signal);
    },
  };
}

export function open(input: Uint8Array | ByteSource, options: Partial<OpenFileOptions> = {}): Promise<ParquetFile> {
  const source = input instanceof Uint8Array ? bytesSource(input) : input;
  return openFile(source, { encodings: standardEncodings, codecs: createCodecRegistry([snappy, zstd]), ...options });
}

/** Returns the values of a column from all batches; null for each slot without a value. */
export async function slotsOfColumn(
  file: ParquetFile,
  column = 'c',
  options: Parameters<ParquetFile['columnBatches']>[0] = {},
): Promise<(Plain | null)[]> {
  const slots: (Plain | null)[] = [];
  for await (const batch of file.columnBatches({ columns: [column], ...options })) {
    const typed = batch[column]!;
    for (const slot of slotsOf(typed, typed.leaf.maxDefinitionLevel)) slots.push(slot);
  }
  return slots;
}

/** Returns all values that a generator yields, as an array. */
export async function collect<T>(generator: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of generator) items.push(item);
  return items;
}
