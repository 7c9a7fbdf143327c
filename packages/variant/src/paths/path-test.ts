/**
 * A test is a condition on the values at a VARIANT path, which may have any type. A value is compared by the rules for
 * columns of its type. If the literal cannot be compared with the value, the comparison is unknown, as for null: the
 * row matches neither the test nor its negation.
 */
import { isParquetError, ParquetError } from '@marquetry/core';
import { bindWhere, type Predicate, type Test, type Where } from '@marquetry/prune';
import type { Schema } from '@marquetry/schema';

/** The operators of a condition. All of them must hold; if the condition is negated, at least one must not hold. */
export interface PathTest {
  readonly path: string;
  readonly members: readonly (readonly [operator: string, value: unknown])[];
  readonly isNegated: boolean;
}

const operators: ReadonlySet<string> = /* @__PURE__ */ new Set(
  'eq ne lt le gt ge in notIn isNull isNaN startsWith'.split(' '),
);

/**
 * Parses the condition on a path in a predicate.
 * @throws ParquetError INVALID_ARGUMENT, naming the path, for a condition that no type of value supports.
 */
export function pathTestOf(path: string, test: unknown, isNegated: boolean): PathTest {
  const invalid = (reason: string): ParquetError => new ParquetError('INVALID_ARGUMENT', reason, { column: path });
  if (test === null) throw invalid('null matches nothing: use `{ isNull: true }`');
  if (isLiteral(test)) return { path, members: [['eq', test]], isNegated };
  if (typeof test !== 'object' || Array.isArray(test)) throw invalid('a condition must be a value or an object');
  const members = Object.entries(test as object);
  if (members.length === 0) throw invalid(`a condition needs an operator: use one of ${[...operators].join(', ')}`);
  for (const [operator, value] of members) {
    if (!operators.has(operator)) {
      throw invalid(
        `\`${operator}\` is not an operator for values in a VARIANT: use one of ${[...operators].join(', ')}`,
      );
    }
    const isKnown =
      operator === 'isNull' || operator === 'isNaN'
        ? typeof value === 'boolean'
        : operator === 'in' || operator === 'notIn'
          ? Array.isArray(value) && value.every(isLiteral)
          : isLiteral(value);
    if (!isKnown) throw invalid(`\`${operator}\` has an operand of the wrong type`);
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

/** True if a null satisfies the condition on a path. */
export function passesNull({ members, isNegated }: PathTest): boolean {
  return passesNulls(members, isNegated, true);
}

/** True if an object or array satisfies the condition on a path. */
export function passesOther({ members, isNegated }: PathTest): boolean {
  return passesNulls(members, isNegated, false);
}

/**
 * Returns the result for a null, object or array: the result of every operator except `isNull` is unknown. Joins the
 * results with `and`, or with `or` if the condition is negated.
 */
function passesNulls(members: PathTest['members'], isNegated: boolean, isNull: boolean): boolean {
  const isTrue = ([operator, value]: PathTest['members'][number]): boolean =>
    operator === 'isNull' && (value === isNull) !== isNegated;
  return isNegated ? members.some(isTrue) : members.every(isTrue);
}

/** Returns a condition as a predicate on a column of one type; false if no value of that type can satisfy it. */
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

/**
 * Returns the condition `operator: value` for a column. For `in` and `notIn`, keeps only the values that are comparable
 * with the column. Returns undefined if the operator or its value does not apply to the type of the column.
 */
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

/** Binds the predicate to the schema. Returns undefined if a literal cannot be compared with the column. */
function boundTo(schema: Schema, where: Where): Predicate | undefined {
  try {
    return bindWhere(schema, where);
  } catch (error) {
    if (isParquetError(error) && error.code === 'INVALID_ARGUMENT') return undefined;
    throw error;
  }
}
