/**
 * Converts a predicate on the dataset to a predicate on one file. A predicate consists of conditions on columns
 * (tests), such as `{ year: 2024 }`. If the file does not have the column of a condition, the column has the same value
 * in all rows of the file, so the condition is evaluated once.
 */
import { type DirectValues, ParquetError } from '@marquetry/core';
import type { TypedColumn, Where } from '@marquetry/file';
import { bindWhere, evaluate, leavesIn, type Predicate, rewriteTests, type TestForm } from '@marquetry/prune';
import { formatPath, type LeafNode, parsePath, type Schema } from '@marquetry/schema';
import { isVariantPath } from '../schema/variant-storage.js';
import type { ColumnSource } from './column-sources.js';
import { constantColumn } from './constant.js';
import { storedColumn } from './stored-column.js';

/** The known columns of a file. Before the file is opened, only its partition columns are known. */
export interface KnownColumns {
  /** Returns where the column comes from in the file; `undefined` if this is not known before the file is opened. */
  sourceOf(leaf: LeafNode): ColumnSource | undefined;
  namesOf(names: readonly string[]): readonly string[] | undefined;
}

/**
 * Converts a predicate on the dataset to a predicate on one file. Returns true if all rows of the file match, and false
 * if none does. If `isPart` is true, `schema` has only some of the columns; conditions on columns outside `schema`
 * are not validated and remain in the result.
 * @throws ParquetError INVALID_ARGUMENT for a predicate that does not fit the schema of the dataset.
 */
export function foldWhere(schema: Schema, where: Where, known: KnownColumns, isPart = false): Where | boolean {
  return rewriteTests(where, (form, isNegated) =>
    isPart && !isOf(schema, form) ? negated(whereOf(form), isNegated) : foldTest(schema, form, isNegated, known),
  );
}

/** True if a condition of a predicate refers only to columns in `schema`, which must not have nested columns. */
function isOf({ leaves }: Schema, form: TestForm): boolean {
  const paths = form.kind === 'function' ? form.columns : [form.kind === 'column' ? form.path : ''];
  return paths.every((path) => leaves.some(({ path: [name] }) => name === String(path)));
}

function foldTest(schema: Schema, form: TestForm, isNegated: boolean, known: KnownColumns): Where | boolean {
  if (form.kind === 'function') return foldFunction(schema, form, isNegated, known);
  if (
    form.kind === 'column' &&
    isVariantPath(schema, typeof form.path === 'string' ? parsePath(form.path) : form.path)
  ) {
    // The values at a path into a VARIANT are not known before the file is opened. The test is later converted to a
    // test of a column of the file.
    return negated(whereOf(form), isNegated);
  }
  const where = negated(whereOf(form), isNegated);
  const predicate = bindWhere(schema, where);
  const leaves = leavesOf(schema, form) ?? leavesIn(predicate);
  const sources = leaves.map((leaf) => known.sourceOf(leaf));
  if (sources.some((source) => source === undefined || source.kind === 'stored')) {
    return negated(inFile(schema, form, known), isNegated);
  }
  for (const [i, source] of sources.entries()) requireConstant(leaves[i] as LeafNode, source as ColumnSource);
  return passesOnce(predicate, known);
}

/**
 * True if the rows of the file match. All rows have the same values in the columns of the predicate, so one row is
 * evaluated.
 */
function passesOnce(predicate: Predicate, known: KnownColumns): boolean {
  const row = { rowCount: 1, columnOf: (leaf: LeafNode) => oneRow(leaf, known.sourceOf(leaf)) };
  return (evaluate(predicate, row)[0] as number) === 1;
}

function whereOf(form: TestForm): Where {
  const { kind: _, ...test } = form;
  return test as Where;
}

function negated(where: Where, isNegated: boolean): Where {
  return isNegated ? { not: where } : where;
}

/** Returns the columns to which a condition of a predicate refers; `undefined` if its path is not in the schema. */
function leavesOf(schema: Schema, form: TestForm): readonly LeafNode[] | undefined {
  if (form.kind !== 'column') return undefined;
  const path = typeof form.path === 'string' ? form.path : formatPath(form.path);
  try {
    return schema.find(path);
  } catch {
    // A path may omit the inner groups of a list, so the caller takes the columns from the bound predicate instead.
    return undefined;
  }
}

/** Returns a condition of a predicate with the column's path in the dataset replaced with its path in the file. */
function inFile(schema: Schema, form: Exclude<TestForm, { readonly kind: 'function' }>, known: KnownColumns): Where {
  const test = form.test as never;
  if (form.kind === 'fieldId') {
    const [leaf] = leavesIn(bindWhere(schema, whereOf(form)));
    const names = leaf === undefined ? undefined : known.namesOf(leaf.path);
    // If the field id is that of a group that contains the column, keep the id: the group has the same id in the file.
    return leaf?.element.fieldId === form.fieldId && names !== undefined ? { path: names, test } : whereOf(form);
  }
  const names = known.namesOf(typeof form.path === 'string' ? parsePath(form.path) : form.path);
  return names === undefined ? whereOf(form) : { path: names, test };
}

/** Throws UNSUPPORTED for a column inside a list, because such a column does not have one value per row. */
function requireConstant(leaf: LeafNode, source: ColumnSource): void {
  if (source.kind !== 'below' || source.group.maxRepetitionLevel === 0) return;
  const what = '`where` cannot use the column: it is inside a list, and not all files have it';
  throw new ParquetError('UNSUPPORTED', what, { column: formatPath(leaf.path) });
}

function oneRow(leaf: LeafNode, source: ColumnSource | undefined): TypedColumn {
  const value = source?.kind === 'constant' ? source.value : undefined;
  return constantColumn(leaf, value, 1, { spaced: true, decodeDictionaries: true });
}

/**
 * Converts a condition that is a function. The resulting condition calls the function with all its columns; for columns
 * that the file does not have, it passes their constant values.
 */
function foldFunction(
  schema: Schema,
  { columns, test }: Extract<TestForm, { readonly kind: 'function' }>,
  isNegated: boolean,
  known: KnownColumns,
): Where | boolean {
  // Pass each column to the function only once, even if several names select the same column.
  const leaves = [...new Set(columns.flatMap((column) => schema.find(column)))];
  const stored: string[] = [];
  const values: (DirectValues | undefined)[] = [];
  for (const leaf of leaves) {
    const source = known.sourceOf(leaf);
    // The source of the column is not known, so the test cannot be decided yet.
    if (source === undefined) return negated({ columns, test }, isNegated);
    if (source.kind === 'below') {
      const what =
        'a function in `where` cannot use this column: one of the files has the group of the column, but not the column itself';
      throw new ParquetError('UNSUPPORTED', what, { column: formatPath(leaf.path) });
    }
    if (source.kind === 'stored') stored.push(formatPath(source.stored.path));
    values.push(source.kind === 'constant' ? source.value : undefined);
  }
  if (stored.length === 0) {
    return passesOnce(bindWhere(schema, negated({ columns, test }, isNegated)), known);
  }
  const whole = (read: readonly TypedColumn[], rowCount: number, bits: Uint8Array): void => {
    let next = 0;
    const all = leaves.map((leaf, i): TypedColumn => {
      const source = known.sourceOf(leaf);
      if (source?.kind === 'stored') return storedColumn(read[next++] as TypedColumn, leaf, source);
      return constantColumn(leaf, values[i], rowCount, { spaced: true, decodeDictionaries: true });
    });
    test(all, rowCount, bits);
  };
  return negated({ columns: stored, test: whole }, isNegated);
}
