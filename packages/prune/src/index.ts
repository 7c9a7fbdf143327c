/** Filters Parquet files by predicates: uses metadata to skip data that cannot match, and finds the rows that match. */

export type { Base64, ColumnTests, FunctionTest, Test, UseMetadata, Where, WhereLiteral } from '@marquetry/file';
export { evaluate, type Rows } from './evaluate/evaluate.js';
export { createGroupFacts, type GroupFacts } from './plan/group-facts.js';
export { planScan } from './plan/plan-scan.js';
export type { GroupPlan, Ignored, PlannedRead, ScanPlan, Skip } from './plan/scan-plan.js';
export { bindWhere } from './predicate/bind.js';
export { leavesIn, type Predicate } from './predicate/predicate.js';
export { rewriteTests, type TestForm } from './predicate/where-form.js';
export { countRows, predicates, scanBatches } from './scan/scan-batches.js';
export { parseWhere } from './text/parse-where.js';
export { createTopRows, orderedLeaf, type TopRows } from './top/top-rows.js';
export type { OrderBy, ScanTopOptions, StoredKey, TopRowsOptions } from './top/top-rows-options.js';
export { verdictOf } from './verdict/tree-verdict.js';
export type { Finding, Verdict } from './verdict/verdict.js';
