/** Reads summary files, such as `_metadata`, whose footers describe the row groups of many files. */
import type { ParquetFile } from '@marquetry/file';
import { columnChunkOf } from '@marquetry/metadata';
import type { DatasetMember } from './open-files.js';

/**
 * Returns the files whose row groups a summary file describes. Opening one of these files returns a part of the
 * summary: a file object with only the row groups of that file. `folder` is the folder of the summary file, with a
 * trailing `/`. It is prepended to the path of each file, because folder names may be part of a file's partition.
 */
export function filesOfSummary(summary: ParquetFile, folder: string): readonly DatasetMember[] {
  const groups = new Map<string, number[]>();
  for (const [ordinal, group] of summary.metadata.rowGroups.entries()) {
    const path = columnChunkOf(group, 0)?.filePath ?? '';
    const known = groups.get(path);
    if (known === undefined) groups.set(path, [ordinal]);
    else known.push(ordinal);
  }
  return [...groups].map(([path, ordinals]) => ({ path: folder + path, open: async () => summary.part(ordinals) }));
}
