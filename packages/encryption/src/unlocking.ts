/** Wraps an encrypted file, so that each read first requests the keys of the columns that it needs. */
import type { FileSecrets, ParquetFile } from '@marquetry/file';
import { leavesOf, withBatches } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';

/** Returns a copy of `file` whose read functions first request the keys of the columns that they read. */
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
  const unlock = (column: string | LeafNode, signal: AbortSignal | undefined): Promise<void> =>
    secrets.unlock(leavesOf(schema, [column]), signal);
  // `part` and `over` are not wrapped, because the files that they return are already wrapped.
  const { leafBatches, columnBatches } = withBatches(file, (inner, read = {}) =>
    reading(leavesOf(schema, read.columns), read.signal, () => inner.leafBatches(read)),
  );
  return {
    ...file,
    leafBatches,
    columnBatches,
    unlock: (columns, signal) => secrets.unlock(leavesOf(schema, columns), signal),
    columnPieces: (path, read) => reading(leavesOf(schema, [path]), read?.signal, () => file.columnPieces(path, read)),
    pages: (address, signal, within) =>
      reading(leavesOf(schema, [address.column]), signal, () => file.pages(address, signal, within)),
    openPages: (address, signal) =>
      reading(leavesOf(schema, [address.column]), signal, () => file.openPages(address, signal)),
    offsetIndex: async (address, signal) => {
      await unlock(address.column, signal);
      return file.offsetIndex(address, signal);
    },
    columnIndex: async (address, signal) => {
      await unlock(address.column, signal);
      return file.columnIndex(address, signal);
    },
    dictionary: async (address, signal) => {
      await unlock(address.column, signal);
      return file.dictionary(address, signal);
    },
  };
}
