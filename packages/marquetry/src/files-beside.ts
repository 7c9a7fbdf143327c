/**
 * Opens the files that a summary file (`_metadata`) refers to.
 */
import type { SourceInput } from '@marquetry/file';

/** A function that opens another file that stores columns of a Parquet file, given its path in the footer. */
export type OpenBeside = (path: string, signal?: AbortSignal) => SourceInput | Promise<SourceInput>;

/** True for the path or URL of a summary file, which all writers name `_metadata`. */
export function isSummary(input: SourceInput): boolean {
  return (typeof input === 'string' || input instanceof URL) && /(^|[/\\])_metadata([?#].*)?$/.test(String(input));
}

/** Returns the folder of a path or URL, including its last `/`. */
export function folderOf(path: string): string {
  return path.replace(/[^/\\]*$/, '');
}
