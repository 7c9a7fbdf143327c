/**
 * Plans a scan without running it.
 */
import { type FilteredRead, leavesOf, type ParquetFile, plannedSource } from '@marquetry/file';
import { bindWhere } from '../predicate/bind.js';
import { leavesIn } from '../predicate/predicate.js';
import { askedRows } from '../scan/asked-rows.js';
import { readsOf } from '../scan/page-reader.js';
import { createMetadataSource } from './metadata-source.js';
import { createPlanner } from './planner.js';
import { rowsIn } from './ranges.js';
import type { GroupPlan, PlannedRead, ScanPlan } from './scan-plan.js';

/**
 * Returns what a scan with the predicate `where` will read and skip, and why. Reads page indexes, Bloom filters and
 * dictionaries, but no data pages. The plan covers all matching rows: `offset` and `limit` do not change it.
 * @throws ParquetError INVALID_ARGUMENT if the predicate or another option is invalid.
 */
export async function planScan(file: ParquetFile, options: FilteredRead): Promise<ScanPlan> {
  const { where, use = {}, signal } = options;
  const predicate = bindWhere(file.schema, where);
  const output = leavesOf(file.schema, options.columns);
  const planned = plannedSource(file.source, signal === undefined ? {} : { signal });
  const source = createMetadataSource(planned, file.footer.indexes, signal);
  const over = file.over(source);
  const planner = createPlanner({ file: over, source, output, predicate, use, signal });
  const groups = await planner.plan(askedRows(file, options));
  const filter = leavesIn(predicate);
  const others = output.filter((leaf) => !filter.includes(leaf));
  const rowGroups: GroupPlan[] = [];
  for (const group of groups) {
    const isDecided = group.decided === 'all';
    const reads = [
      ...(isDecided ? [] : await readsOf(over, group, filter, 'filter', signal)),
      ...(await readsOf(over, group, isDecided ? output : others, 'output', signal)),
    ];
    rowGroups.push({ ...group, reads: reads.map((read) => placed(read, file)) });
  }
  const read = rowGroups.flatMap(({ reads }) => reads).reduce((sum, { byteLength }) => sum + byteLength, 0);
  return {
    version: 1,
    rowGroups,
    skipped: planner.skipped,
    ignored: planner.ignored,
    rows: groups.reduce((sum, { rows }) => sum + rowsIn(rows), 0),
    bytes: { read, metadata: source.loadedBytes, file: file.source.byteLength },
  };
}

/**
 * If the bytes of a read are in an external file, adds the path of that file and makes the offset relative to its
 * start.
 */
function placed(read: PlannedRead, { external }: ParquetFile): PlannedRead {
  const place = external?.placeOf(read.offset);
  return place?.file === undefined ? read : { ...read, file: place.file, offset: place.offset };
}
