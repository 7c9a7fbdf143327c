/**
 * Reads of an encrypted file: they first get the keys of the columns that they read. Loaded only for encrypted files.
 */
import type { LeafNode } from '@marquetry/schema';
import type { FileSecrets } from './decryption.js';
import { keyedBy } from './keyed-batches.js';
import { leafOf, leavesOf } from './named-leaves.js';
import type { ParquetFile } from './parquet-file.js';

/** Returns the same file with reads that unlock their columns. */
export function unlocking(file: ParquetFile, secrets: FileSecrets): ParquetFile {
  const { schema } = file;
  async function* reading<T>(
    leaves: readonly LeafNode[],
    signal: AbortSignal | undefined,
    read: () => AsyncGenerator<T, void, undefined>,
  ): AsyncGenerator<T, void, undefined> {
    await secrets.unlock(leaves, signal);
    yield* read();
  }
  const leafBatches: ParquetFile['leafBatches'] = (read = {}) =>
    reading(leavesOf(schema, read.columns), read.signal, () => file.leafBatches(read));
  const leavesAt = (column: string | LeafNode): readonly LeafNode[] => [leafOf(schema, column)];
  return {
    ...file,
    unlock: (columns, signal) => secrets.unlock(leavesOf(schema, columns), signal),
    columnBatches: keyedBy(schema, leafBatches),
    leafBatches,
    columnPieces: (path, read) => reading(leavesAt(path), read?.signal, () => file.columnPieces(path, read)),
    pages: (address, signal, within) =>
      reading(leavesAt(address.column), signal, () => file.pages(address, signal, within)),
    openPages: (address, signal) => reading(leavesAt(address.column), signal, () => file.openPages(address, signal)),
    offsetIndex: async (address, signal) => {
      await secrets.unlock(leavesAt(address.column), signal);
      return file.offsetIndex(address, signal);
    },
    columnIndex: async (address, signal) => {
      await secrets.unlock(leavesAt(address.column), signal);
      return file.columnIndex(address, signal);
    },
    dictionary: async (address, signal) => {
      await secrets.unlock(leavesAt(address.column), signal);
      return file.dictionary(address, signal);
    },
  };
}
