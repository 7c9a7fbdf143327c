/**
 * Plans scans of Parquet files as splits, executes splits on any engine, and commits the results exactly once.
 */

export { type Commit, type CommitSplitsOptions, commitSplits } from './commit/commit-splits.js';
export type { Manifest, ManifestEntry, PublishMode } from './commit/manifest.js';
export type { PublishedFile } from './commit/publish.js';
export { type SweepOptions, sweep } from './commit/sweep.js';
export type { TableColumn, TableEntry } from './commit/table-entries.js';
export { type ExecuteSplitOptions, executeSplit } from './execute/execute-split.js';
export type { Json } from './json.js';
export { parseSplit } from './parse-split.js';
export { type PlanSplitsOptions, planSplits } from './plan/plan-splits.js';
export type {
  PlaceInPlan,
  Split,
  SplitMetrics,
  SplitNeeds,
  SplitOutput,
  SplitPart,
  SplitPlan,
  SplitResult,
  SplitSource,
} from './split.js';
export { type ResolveSource, resolveSource } from './store/resolve.js';
export type { SplitStore, StoreCallOptions, StoreEntry } from './store/store.js';
export { type FilterTaskOptions, filterTask, rewriteTask } from './tasks/copying-tasks.js';
export { countTask } from './tasks/count-task.js';
export { type SortTaskOptions, sortTask } from './tasks/sort-task.js';
export { type StatisticsTaskOptions, statisticsTask } from './tasks/statistics-task.js';
export type { SplitInput, SplitReadOptions, SplitTask, SplitWriteOptions } from './tasks/task.js';
