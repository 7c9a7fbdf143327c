/**
 * Summary files, whose columns lie in files beside them.
 */
import type { SourceInput } from '@marquetry/file';

/** Opens the files beside a file, by the paths that its footer has. */
export type OpenBeside = (path: string, signal?: AbortSignal) => SourceInput | Promise<SourceInput>;

/** True for a path or URL of a summary file: all writers name them `_metadata`. */
export function isSummary(input: SourceInput): boolean {
  return (typeof input === 'string' || input instanceof URL) && /(^|[/\\])_metadata([?#].*)?$/.test(String(input));
}

/** The folder of a path or URL, with its last `/`. */
export function folderOf(path: string): string {
  return path.replace(/[^/\\]*$/, '');
}
