/**
 * Predicates on paths of VARIANT columns.
 *
 *   values at the path, by the footer     test in this row group
 *   all in `typed_value`                  of this column: statistics, pages, Bloom filters and dictionaries apply
 *   maybe in a column `value`             of each value, after reading
 */
import { isParquetError } from '@marquetry/core';
import { type ParquetFile, type ReadBatchesOptions, type TypedColumn, type Where, withBatches } from '@marquetry/file';
import { countRows, planScan, rewriteTests, type ScanPlan, type TestForm } from '@marquetry/prune';
import { formatPath, type Schema } from '@marquetry/schema';
import { isOnlyTyped } from './needed-columns.js';
import { type PathColumns, pathColumnsOf } from './path-columns.js';
import { columnWhere, pathTestOf } from './path-test.js';
import { projectVariants } from './projected-file.js';
import { valueTest } from './value-test.js';

/** The options of a filtered read. */
type FilteredOptions = ReadBatchesOptions & { readonly where: Where };

/** The row groups to test, and whether their metadata is not to be relied on. */
interface PartOptions {
  readonly rowGroups?: readonly number[] | undefined;
  readonly paranoid?: boolean | undefined;
}

/** Consecutive row groups with the same predicate. */
interface WherePart {
  readonly rowGroups: readonly number[];
  readonly where: Where;
}

/**
 * Returns a file whose reads take a `where` with tests of paths into VARIANT columns; undefined if `where` has no such test. Values are
 * compared as columns of their types are; a comparison with a value of another type is unknown. A path that a row does not have, and a JSON
 * null, are null.
 * @throws ParquetError INVALID_ARGUMENT for a test that applies to no type of value.
 */
export function filterVariants(file: ParquetFile, where: Where | undefined): ParquetFile | undefined {
  if (where === undefined || !hasPaths(file.schema, where)) return undefined;
  return withBatches(file, (inner, options = {}) => {
    const { where } = options;
    return where === undefined ? inner.leafBatches(options) : readParts(inner, { ...options, where });
  });
}

/**
 * Returns a predicate that tests the storage columns wherever `where` tests paths: one predicate for all row groups, for reads in the order of
 * a column. Returns `where` itself if it has no test of a path. With `paranoid`, it does not depend on metadata.
 * @throws ParquetError INVALID_ARGUMENT for a test that no value can be tested with.
 */
export function storageWhere(file: ParquetFile, where: Where, { rowGroups, paranoid }: PartOptions = {}): Where {
  if (!hasPaths(file.schema, where)) return where;
  // `rows` are rows of the file, so they need one predicate for all row groups, too.
  return partsOf(file, { where, rowGroups, paranoid, rows: [] })[0]?.where ?? where;
}

/** Like `countRows` of `@marquetry/prune`, but also accepts tests of paths. */
export async function countVariants(file: ParquetFile, options: FilteredOptions): Promise<number> {
  if (!hasPaths(file.schema, options.where)) return countRows(file, options);
  const { offset = 0, limit = Number.POSITIVE_INFINITY, ...rest } = options;
  const parts = partsOf(file, options);
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return countRows(file, { ...options, where: only.where });
  let count = 0;
  for (const part of parts) count += await countRows(file, { ...rest, ...part });
  return Math.max(0, Math.min(limit, count - offset));
}

/** Like `planScan` of `@marquetry/prune`, but also accepts paths in `columns` and `where`. */
export async function planVariants(file: ParquetFile, { columns, ...read }: FilteredOptions): Promise<ScanPlan> {
  const stored = projectVariants(file, columns)?.columns ?? columns;
  const options = stored === undefined ? read : { ...read, columns: stored };
  if (!hasPaths(file.schema, options.where)) return planScan(file, options);
  const parts = partsOf(file, options);
  const plans: ScanPlan[] = [];
  for (const part of parts) {
    plans.push(await planScan(file, { ...options, ...(parts.length === 1 ? { where: part.where } : part) }));
  }
  const sum = (of: (plan: ScanPlan) => number): number => plans.reduce((total, plan) => total + of(plan), 0);
  return {
    version: 1,
    rowGroups: plans.flatMap(({ rowGroups }) => rowGroups),
    skipped: plans.flatMap(({ skipped }) => skipped),
    ignored: plans.flatMap(({ ignored }) => ignored),
    rows: sum(({ rows }) => rows),
    bytes: {
      read: sum(({ bytes }) => bytes.read),
      metadata: sum(({ bytes }) => bytes.metadata),
      file: plans[0]?.bytes.file ?? file.source.byteLength,
    },
  };
}

async function* readParts(
  file: ParquetFile,
  options: FilteredOptions,
): AsyncGenerator<readonly TypedColumn[], void, undefined> {
  const parts = partsOf(file, options);
  const [only] = parts;
  if (only !== undefined && parts.length === 1) {
    yield* file.leafBatches({ ...options, where: only.where });
    return;
  }
  const { offset = 0, limit = Number.POSITIVE_INFINITY, ...rest } = options;
  let skip = offset;
  let left = limit;
  for (const part of parts) {
    if (left <= 0) return;
    if (skip > 0) {
      const count = await countRows(file, { ...rest, ...part });
      if (count <= skip) {
        skip -= count;
        continue;
      }
    }
    for await (const columns of file.leafBatches({ ...rest, ...part, offset: skip, limit: left })) {
      left -= columns[0]?.rowCount ?? 0;
      yield columns;
    }
    skip = 0;
  }
}

/** Groups consecutive row groups by predicate. Reads that count rows across row groups need one predicate for all. */
function partsOf(
  file: ParquetFile,
  { where, rowGroups, rows, paranoid }: PartOptions & Pick<FilteredOptions, 'where' | 'rows'>,
): readonly WherePart[] {
  const chosen = rowGroups ?? file.metadata.rowGroups.map((_, i) => i);
  const paths = new Map<string, PathColumns>();
  for (const form of testsOf(where)) {
    const path = pathOf(file.schema, form);
    if (path !== undefined) paths.set(path.node.name, path);
  }
  const typedIn = (rowGroup: number): string[] =>
    [...paths].filter(([, path]) => isOnlyTyped(file, rowGroup, path)).map(([name]) => name);
  const runs: { readonly typed: readonly string[]; readonly rowGroups: number[] }[] = [];
  for (const rowGroup of chosen) {
    // `paranoid` does not rely on metadata.
    const typed = paranoid === true ? [] : typedIn(rowGroup);
    const last = runs.at(-1);
    if (last !== undefined && last.typed.join('\n') === typed.join('\n')) last.rowGroups.push(rowGroup);
    else runs.push({ typed, rowGroups: [rowGroup] });
  }
  const partOf = (typed: readonly string[], groups: readonly number[]): WherePart => ({
    rowGroups: groups,
    where: rewritten(file.schema, where, new Set(typed)),
  });
  if (runs.length > 1 && rows === undefined) return runs.map((run) => partOf(run.typed, run.rowGroups));
  return [
    partOf(
      [...paths.keys()].filter((name) => runs.every(({ typed }) => typed.includes(name))),
      chosen,
    ),
  ];
}

function hasPaths(schema: Schema, where: Where): boolean {
  return testsOf(where).some((form) => pathOf(schema, form) !== undefined);
}

function testsOf(where: Where): readonly TestForm[] {
  const forms: TestForm[] = [];
  rewriteTests(where, (form) => {
    forms.push(form);
    return whereOf(form, false);
  });
  return forms;
}

/** Returns the path that a test names; undefined if it names a storage column or has no path. */
function pathOf(schema: Schema, form: TestForm): PathColumns | undefined {
  if (form.kind !== 'column') return undefined;
  const path = pathColumnsOf(schema, form.path);
  if (path === undefined) return undefined;
  try {
    schema.find(path.node.name);
    return undefined;
  } catch (error) {
    if (isParquetError(error)) return path;
    throw error;
  }
}

function whereOf(form: TestForm, isNegated: boolean): Where {
  const { kind: _, ...where } = form;
  return isNegated ? { not: where as Where } : (where as Where);
}

/** Replaces the tests of paths. `typed` contains the paths whose values are all in `typed_value`. */
function rewritten(schema: Schema, where: Where, typed: ReadonlySet<string>): Where {
  const left = rewriteTests(where, (form, isNegated) => {
    const path = pathOf(schema, form);
    if (path === undefined || form.kind !== 'column') return whereOf(form, isNegated);
    const test = pathTestOf(formatPath(path.node.path.concat(path.node.variantPath)), form.test, isNegated);
    if (path.typed !== undefined && typed.has(path.node.name)) return columnWhere(test, schema, path.typed.path);
    return valueTest(schema, path, test);
  });
  if (typeof left !== 'boolean') return left;
  return left ? { and: [] } : { or: [] };
}
