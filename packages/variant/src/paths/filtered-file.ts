/**
 * Evaluates predicates on paths into VARIANT columns. How a condition is evaluated depends on the columns that
 * contain the values:
 *
 *   values at the path (from the footer)  how a row group is tested
 *   all in `typed_value`                  by `typed_value`, with statistics, page indexes, Bloom filters and dictionaries
 *   maybe in a column `value`             each value, after it is read
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

/** The options of a read with a predicate. */
type FilteredOptions = ReadBatchesOptions & { readonly where: Where };

/** The row groups to test; `paranoid` is true if their metadata must not be trusted. */
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
 * Returns a file whose reads accept conditions on paths into VARIANT columns in `where`; undefined if `where` contains
 * no such condition. A value is compared by the rules for columns of its type. The result of comparing it with a
 * literal of an incompatible type is unknown. A missing value and a JSON null count as null.
 * @throws ParquetError INVALID_ARGUMENT for a condition that no type of value supports.
 */
export function filterVariants(file: ParquetFile, where: Where | undefined): ParquetFile | undefined {
  if (where === undefined || !hasPaths(file.schema, where)) return undefined;
  return withBatches(file, (inner, options = {}) => {
    const { where } = options;
    return where === undefined ? inner.leafBatches(options) : readParts(inner, { ...options, where });
  });
}

/**
 * Replaces the conditions on VARIANT paths in `where` with conditions on the columns that store the VARIANT. Returns
 * one predicate for all row groups, as sorted reads require. Returns `where` itself if it has no condition on a path.
 * With `paranoid`, the result does not depend on metadata.
 * @throws ParquetError INVALID_ARGUMENT for a condition that no type of value supports.
 */
export function storageWhere(file: ParquetFile, where: Where, { rowGroups, paranoid }: PartOptions = {}): Where {
  if (!hasPaths(file.schema, where)) return where;
  // `rows` counts rows over the whole file, so it also requires one predicate for all row groups.
  return partsOf(file, { where, rowGroups, paranoid, rows: [] })[0]?.where ?? where;
}

/** Like `countRows` from `@marquetry/prune`, but also accepts conditions on paths into VARIANT columns. */
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

/** Like `planScan` from `@marquetry/prune`, but also accepts paths into VARIANT columns in `columns` and `where`. */
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

/**
 * Groups consecutive row groups by predicate. Reads that count rows across row groups need one predicate for all of
 * them.
 */
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
    // `paranoid` does not trust metadata, so all row groups have the same predicate.
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

/**
 * Returns the path into a VARIANT to which a condition refers; undefined if it refers to a stored column or has no
 * path.
 */
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

/**
 * Replaces conditions on VARIANT paths with conditions on stored columns. `typed` names the paths whose values are all
 * in `typed_value`.
 */
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
