/** Reads summary files. The footer of a summary file describes the row groups of many files. */
import type { ParquetFile } from '@marquetry/file';
import { columnChunkOf } from '@marquetry/metadata';
import type { DatasetMember } from './open-files.js';

/**
 * Returns the files that a summary file names. Opening one of them returns a part of the summary file: the row groups
 * of that file. `folder` is the folder of the summary file, including its last `/`. It is added to the path of each
 * file, because the path contains the partition.
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
