/**
 * A test of the values at a path, which may be of any type. A value is compared as a column of its type would be. Values that the literal
 * cannot be compared with make the comparison unknown, as a null does: neither the test nor its negation passes.
 */
import { isParquetError, ParquetError } from '@marquetry/core';
import { bindWhere, type Predicate, type Test, type Where } from '@marquetry/prune';
import type { Schema } from '@marquetry/schema';

/** The operators of a test, which must all hold, or not all if it is negated. */
export interface PathTest {
  readonly path: string;
  readonly members: readonly (readonly [operator: string, value: unknown])[];
  readonly isNegated: boolean;
}

const operators: ReadonlySet<string> = /* @__PURE__ */ new Set(
  'eq ne lt le gt ge in notIn isNull isNaN startsWith'.split(' '),
);

/** @throws ParquetError INVALID_ARGUMENT, naming the path, for a test that applies to no type of value. */
export function pathTestOf(path: string, test: unknown, isNegated: boolean): PathTest {
  const invalid = (reason: string): ParquetError => new ParquetError('INVALID_ARGUMENT', reason, { column: path });
  if (test === null) throw invalid('null matches nothing: use `{ isNull: true }`');
  if (isLiteral(test)) return { path, members: [['eq', test]], isNegated };
  if (typeof test !== 'object' || Array.isArray(test)) throw invalid('a test must be a value or an object');
  const members = Object.entries(test as object);
  if (members.length === 0) throw invalid(`a test needs an operator: ${[...operators].join(', ')}`);
  for (const [operator, value] of members) {
    if (!operators.has(operator)) {
      throw invalid(
        `\`${operator}\` is not an operator of values in a VARIANT; there are ${[...operators].join(', ')}`,
      );
    }
    const isKnown =
      operator === 'isNull' || operator === 'isNaN'
        ? typeof value === 'boolean'
        : operator === 'in' || operator === 'notIn'
          ? Array.isArray(value) && value.every(isLiteral)
          : isLiteral(value);
    if (!isKnown) throw invalid(`\`${operator}\` has an operand of another type`);
  }
  return { path, members, isNegated };
}

function isLiteral(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) {
    return (
      value instanceof Date || value instanceof Uint8Array || typeof (value as { base64?: unknown }).base64 === 'string'
    );
  }
  return ['boolean', 'number', 'bigint', 'string'].includes(typeof value);
}

/** True if a null passes the test. */
export function passesNull({ members, isNegated }: PathTest): boolean {
  return passesNulls(members, isNegated, true);
}

/** True if an object or array passes the test. */
export function passesOther({ members, isNegated }: PathTest): boolean {
  return passesNulls(members, isNegated, false);
}

/** Combines the result of `isNull` with comparisons that are unknown: by `and`, or by `or` of their negations. */
function passesNulls(members: PathTest['members'], isNegated: boolean, isNull: boolean): boolean {
  const isTrue = ([operator, value]: PathTest['members'][number]): boolean =>
    operator === 'isNull' && (value === isNull) !== isNegated;
  return isNegated ? members.some(isTrue) : members.every(isTrue);
}

/** Returns the test as a predicate of a column of one type; false if no value of that type passes. */
export function columnWhere({ members, isNegated }: PathTest, schema: Schema, path: readonly string[]): Where | false {
  const parts: Where[] = [];
  for (const [operator, value] of members) {
    const test = memberFor(operator, value, schema, path);
    if (test !== undefined) parts.push(isNegated ? { not: { path, test } } : { path, test });
    else if (!isNegated) return false;
  }
  if (parts.length === 0) return false;
  return isNegated ? { or: parts } : { and: parts };
}

/** Returns a member that applies to the column; undefined if there is none. */
function memberFor(operator: string, value: unknown, schema: Schema, path: readonly string[]): Test | undefined {
  if ((operator === 'in' || operator === 'notIn') && Array.isArray(value) && value.length > 0) {
    const comparable = value.filter((each) => isBound(schema, path, { [operator]: [each] }));
    return comparable.length === 0 ? undefined : { [operator]: comparable };
  }
  const test = { [operator]: value };
  return isBound(schema, path, test) ? test : undefined;
}

function isBound(schema: Schema, path: readonly string[], test: Test): boolean {
  return boundTo(schema, { path, test }) !== undefined;
}

/** Returns the bound predicate; undefined if a literal cannot be compared with the column. */
function boundTo(schema: Schema, where: Where): Predicate | undefined {
  try {
    return bindWhere(schema, where);
  } catch (error) {
    if (isParquetError(error) && error.code === 'INVALID_ARGUMENT') return undefined;
    throw error;
  }
}
