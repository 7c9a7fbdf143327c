/**
 * Opens the files of a dataset, each once while it is kept.
 */
import type { ParquetFile } from '@marquetry/file';

/** A file of a dataset, before it is opened. */
export interface DatasetMember {
  /** Its name, for errors and plans, with `/` between folders: those of the form `key=value` are its partition. */
  readonly path: string;
  /** Opens it, with a filter: `openFile(source, { ..., filter: predicates })`, or `openParquet`. */
  open(signal?: AbortSignal): Promise<ParquetFile>;
}

/** Opens a file by its place in the dataset. */
export type OpenFile = (index: number, signal?: AbortSignal) => Promise<ParquetFile>;

/** Open files that are kept: others are opened again when they are read. */
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
