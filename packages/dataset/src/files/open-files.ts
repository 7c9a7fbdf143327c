/** Opens the files of a dataset, and keeps the most recently used ones open. */
import type { ParquetFile } from '@marquetry/file';

/** A file of a dataset that has not been opened yet. */
export interface DatasetMember {
  /**
   * The path of the file, with `/` as the separator. Errors and plans contain it. Its folder names of the form
   * `key=value` are the partition of the file.
   */
  readonly path: string;
  /**
   * Opens the file. The opened file must support predicates, so open it with `openParquet`, or with `openFile(source, {
   * ..., filter: predicates })`.
   */
  open(signal?: AbortSignal): Promise<ParquetFile>;
}

/** A function that opens a file by its index in the dataset. */
export type OpenFile = (index: number, signal?: AbortSignal) => Promise<ParquetFile>;

/**
 * Maximum number of files that stay open. The files that were used least recently are closed, and opened again when
 * they are read.
 */
const keptFiles = 256;

export function createOpener(members: readonly DatasetMember[]): OpenFile {
  const kept = new Map<number, ParquetFile>();
  return async (index, signal) => {
    const known = kept.get(index);
    if (known !== undefined) return known;
    const file = await (members[index] as DatasetMember).open(signal);
    kept.set(index, file);
    const [oldest] = kept.keys();
    if (kept.size > keptFiles && oldest !== undefined) kept.delete(oldest);
    return file;
  };
}
