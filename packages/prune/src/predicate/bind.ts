/**
 * Binds a predicate to a schema: resolves paths, converts literals, and pushes `not` to the tests.
 */
import { ParquetError } from '@marquetry/core';
import type { Where } from '@marquetry/file';
import { formatPath, type Schema } from '@marquetry/schema';
import { bindTest } from './bind-test.js';
import { describe } from './literal.js';
import { combine, negate, type Predicate } from './predicate.js';
import { resolveFieldId, resolvePath } from './resolve.js';

/** Deeper predicates are refused: each level takes a call. */
const maxDepth = 200;

/**
 * Binds `where` to the columns of a schema.
 * @throws ParquetError INVALID_ARGUMENT for an unknown column or operator, or a literal that the column cannot be compared
 *   with; the message names it.
 */
export function bindWhere(schema: Schema, where: Where): Predicate {
  return bindAt(schema, where, 0);
}

function bindAt(schema: Schema, where: unknown, depth: number): Predicate {
  if (depth > maxDepth) throw invalid(`a predicate may be nested ${maxDepth} deep`);
  if (typeof where !== 'object' || where === null || Array.isArray(where)) {
    throw invalid(`\`where\` must be an object such as { delay: { gt: 60 } }, got ${describe(where)}`);
  }
  const special = bindSpecial(schema, where as Record<string, unknown>);
  if (special !== undefined) return special;
  const parts = Object.entries(where).map(([key, value]): Predicate => {
    switch (key) {
      case 'and':
      case 'or':
        return combine(
          key,
          arrayOf(key, value).map((each) => bindAt(schema, each, depth + 1)),
        );
      case 'not':
        return negate(bindAt(schema, value, depth + 1));
      default:
        return bindTest(resolvePath(schema, key), key, value);
    }
  });
  return combine('and', parts);
}

/** The forms that are told by their members: a path, a field id, a function. */
function bindSpecial(schema: Schema, where: Record<string, unknown>): Predicate | undefined {
  if (Object.keys(where).length !== 2 || !Object.hasOwn(where, 'test')) return undefined;
  const { path, fieldId, columns, test } = where;
  if (typeof path === 'string' || isNames(path)) {
    return bindTest(resolvePath(schema, path), typeof path === 'string' ? path : formatPath(path), test);
  }
  if (typeof fieldId === 'number') {
    const resolved = resolveFieldId(schema, fieldId);
    return bindTest(resolved, formatPath(resolved.field.node.path), test);
  }
  if (typeof test !== 'function' || !isNames(columns)) return undefined;
  const leaves = [...new Set(columns.flatMap((column) => schema.find(column)))];
  return { kind: 'function', test: { leaves, test: test as never, isNegated: false } };
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string');
}

function arrayOf(key: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw invalid(
    `\`${key}\` needs an array of predicates, got ${describe(value)}; for a column of that name write { path: '${key}', test: ... }`,
  );
}

function invalid(reason: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason);
}
