/**
 * Recognizes the forms of a user's predicate: `and`, `or`, `not`, tests of columns, and functions.
 */
import { ParquetError } from '@marquetry/core';
import type { FunctionTest, Where } from '@marquetry/file';
import { describe } from './literal.js';

/** The outermost level of a user's predicate. The tests in it have not been validated yet. */
export type WhereForm =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly unknown[] }
  | { readonly kind: 'not'; readonly part: unknown }
  | { readonly kind: 'column'; readonly path: string | readonly string[]; readonly test: unknown }
  | { readonly kind: 'fieldId'; readonly fieldId: number; readonly test: unknown }
  | { readonly kind: 'function'; readonly columns: readonly string[]; readonly test: FunctionTest['test'] };

/**
 * The maximum nesting depth of a predicate. Each level is a nested call, so deeper predicates could overflow the stack.
 */
const maxDepth = 200;

/**
 * Determines which kind of predicate `where` is, at its outermost level: an `and` or `or`, a `not`, a test of a column,
 * or a function.
 * @throws ParquetError INVALID_ARGUMENT if `where` is not a predicate, or is nested too deeply.
 */
export function formOf(where: unknown, depth: number): WhereForm {
  if (depth > maxDepth) throw invalid(`a predicate has more than ${maxDepth} nested levels`);
  if (typeof where !== 'object' || where === null || Array.isArray(where)) {
    throw invalid(`\`where\` must be an object such as { delay: { gt: 60 } }, got ${describe(where)}`);
  }
  const special = specialForm(where as Record<string, unknown>);
  if (special !== undefined) return special;
  const entries = Object.entries(where);
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) {
    return { kind: 'and', parts: entries.map(([key, value]) => ({ [key]: value })) };
  }
  const [key, value] = entry;
  switch (key) {
    case 'and':
    case 'or':
      return { kind: key, parts: arrayOf(key, value) };
    case 'not':
      return { kind: 'not', part: value };
    default:
      return { kind: 'column', path: key, test: value };
  }
}

/**
 * Recognizes tests that name their column by `path` or `fieldId`, and tests that call a function. Returns `undefined`
 * for other objects.
 */
function specialForm(where: Record<string, unknown>): WhereForm | undefined {
  if (Object.keys(where).length !== 2 || !Object.hasOwn(where, 'test')) return undefined;
  const { path, fieldId, columns, test } = where;
  if (typeof path === 'string' || isNames(path)) return { kind: 'column', path, test };
  if (typeof fieldId === 'number') return { kind: 'fieldId', fieldId, test };
  if (typeof test !== 'function' || !isNames(columns)) return undefined;
  return { kind: 'function', columns, test: test as FunctionTest['test'] };
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string');
}

function arrayOf(key: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw invalid(
    `\`${key}\` needs an array of predicates, got ${describe(value)}; for a column with that name, write { path: '${key}', test: ... }`,
  );
}

function invalid(reason: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason);
}

/**
 * One test in a `where` predicate, as {@link rewriteTests} passes it to its callback: never an `and`, `or` or `not`.
 */
export type TestForm = Exclude<WhereForm, { readonly kind: 'and' | 'or' | 'not' }>;

/**
 * Replaces each test in a predicate with another predicate, or with true or false. `not` is pushed down to the tests
 * first, so a test whose result is unknown may be replaced with false. Returns true or false if the replacements decide
 * the whole predicate.
 * @throws ParquetError INVALID_ARGUMENT if `where` is not a predicate.
 */
export function rewriteTests(
  where: Where,
  replace: (test: TestForm, isNegated: boolean) => Where | boolean,
): Where | boolean {
  const rewrite = (part: unknown, isNegated: boolean, depth: number): Where | boolean => {
    const form = formOf(part, depth);
    switch (form.kind) {
      case 'and':
      case 'or': {
        const kind = (form.kind === 'and') === isNegated ? 'or' : 'and';
        return joined(
          kind,
          form.parts.map((each) => rewrite(each, isNegated, depth + 1)),
        );
      }
      case 'not':
        return rewrite(form.part, !isNegated, depth + 1);
      default:
        return replace(form, isNegated);
    }
  };
  return rewrite(where, false, 0);
}

function joined(kind: 'and' | 'or', parts: readonly (Where | boolean)[]): Where | boolean {
  const decides = kind === 'or';
  if (parts.includes(decides)) return decides;
  const left = parts.filter((part): part is Where => typeof part !== 'boolean');
  const [only] = left;
  if (only === undefined) return !decides;
  if (left.length === 1) return only;
  return kind === 'and' ? { and: left } : { or: left };
}
