/**
 * Binds a test to its column: checks the operators and converts the literals to the column's type.
 */
import { ParquetError, PhysicalType } from '@marquetry/core';
import { orderOf } from '@marquetry/logical';
import type { LeafNode } from '@marquetry/schema';
import { bindLiteral, bindPrefix, describe, isBase64, isLiteral, refused } from './literal.js';
import { type Comparison, combine, type Predicate, type Relation } from './predicate.js';
import type { ResolvedField } from './resolve.js';

const relations: ReadonlySet<string> = /* @__PURE__ */ new Set(['eq', 'lt', 'le', 'gt', 'ge']);
const operators = 'eq, ne, lt, le, gt, ge, in, notIn, isNull, isNaN, startsWith, contains';

/**
 * Converts a test in the caller's notation to a predicate on the column that it names.
 * @throws ParquetError INVALID_ARGUMENT, naming the column, if its type does not support the test.
 */
export function bindTest(resolved: ResolvedField, path: string, test: unknown): Predicate {
  const { field, within } = resolved;
  const members = membersOf(path, test);
  const parts: Predicate[] = [];
  for (const [operator, value] of members) {
    if (operator === 'contains') parts.push(bindContains(resolved, path, value));
    else if (within !== undefined) {
      throw invalid(path, `the column is inside a list or map: write \`contains: { ${operator}: ... }\``);
    } else if (operator === 'isNull') {
      const [leaf] = field.leaves;
      const comparison = bindIsNull(path, field.definitionLevel, value);
      if (leaf !== undefined) parts.push({ kind: 'value', test: { leaf, path, comparison } });
    } else {
      if (field.kind !== 'leaf') throw invalid(path, notALeaf(field.kind, operator));
      const { leaf } = field;
      const comparison = bindComparison(leaf, path, operator, value);
      parts.push({ kind: 'value', test: { leaf, path, comparison } });
    }
  }
  return combine('and', parts);
}

/** Returns the operators of a test with their arguments. A literal without an operator means `eq`. */
function membersOf(path: string, test: unknown): readonly (readonly [operator: string, value: unknown])[] {
  if (test === null) throw invalid(path, 'null matches nothing: use `{ isNull: true }`');
  if (isLiteral(test) || isBase64(test)) return [['eq', test]];
  if (typeof test !== 'object' || Array.isArray(test)) {
    throw invalid(path, `a condition must be a value or an object, got ${describe(test)}`);
  }
  const members = Object.entries(test as object);
  if (members.length === 0) throw invalid(path, `a condition needs an operator: use one of ${operators}`);
  return members;
}

function bindComparison(leaf: LeafNode, path: string, operator: string, value: unknown): Comparison {
  if (relations.has(operator) || operator === 'ne') {
    if (operator !== 'eq' && operator !== 'ne') requireOrder(leaf, operator);
    const relation = (operator === 'ne' ? 'eq' : operator) as Relation;
    return { kind: 'relation', relation, literal: bindLiteral(leaf, operator, value), isNegated: operator === 'ne' };
  }
  switch (operator) {
    case 'in':
    case 'notIn': {
      if (!Array.isArray(value)) throw invalid(path, `\`${operator}\` needs an array, got ${describe(value)}`);
      const literals = value.map((each) => bindLiteral(leaf, operator, each));
      // A literal that the column cannot store is not equal to any of its values.
      const bytes = literals.flatMap((literal) => (literal.kind === 'exact' ? [literal.bytes] : []));
      return { kind: 'in', literals: bytes, isNegated: operator === 'notIn' };
    }
    case 'startsWith':
      return { kind: 'startsWith', prefix: bindPrefix(leaf, value), isNegated: false };
    case 'isNaN': {
      const { type, annotation } = leaf;
      const isFloat = type === PhysicalType.FLOAT || type === PhysicalType.DOUBLE || annotation?.kind === 'FLOAT16';
      if (!isFloat) throw refused(leaf, '`isNaN` is for FLOAT, DOUBLE and FLOAT16');
      return { kind: 'isNaN', isNegated: !requireBoolean(path, operator, value) };
    }
    default:
      throw invalid(path, `\`${operator}\` is not an operator; the operators are ${operators}`);
  }
}

function bindIsNull(path: string, level: number, value: unknown): Comparison {
  return { kind: 'isNull', level, isNegated: !requireBoolean(path, 'isNull', value) };
}

/**
 * Binds a `contains` test of a list, a map, or a column inside one. The test is true if one element satisfies all its
 * operators.
 */
function bindContains(resolved: ResolvedField, path: string, value: unknown): Predicate {
  const { field } = resolved;
  let element = resolved;
  if (resolved.within === undefined || field.kind === 'list' || field.kind === 'map') {
    if (field.kind !== 'list' && field.kind !== 'map') {
      throw invalid(path, '`contains` is for lists and maps; for text use `startsWith`');
    }
    const inner = field.kind === 'list' ? field.element : field.value;
    if (inner === undefined) throw invalid(path, 'the map has no values: test its keys');
    element = { field: inner, within: field, outermost: resolved.outermost ?? field };
  }
  const { outermost, within } = element;
  const members = membersOf(path, value);
  const [only] = members;
  if (only !== undefined && only[0] === 'contains') {
    if (members.length > 1) throw invalid(path, '`contains` inside `contains` cannot be combined with other operators');
    return bindContains(element, path, only[1]);
  }
  if (outermost === undefined || within === undefined) throw invalid(path, '`contains` is for lists and maps');
  const [first] = element.field.leaves;
  if (first === undefined) throw invalid(path, '`contains` cannot test elements that have no columns');
  let leaf = first;
  const comparisons = members.map(([operator, each]) => {
    if (operator === 'isNull') return bindIsNull(path, element.field.definitionLevel, each);
    if (element.field.kind !== 'leaf') throw invalid(path, notALeaf(element.field.kind, operator));
    leaf = element.field.leaf;
    return bindComparison(leaf, path, operator, each);
  });
  return {
    kind: 'element',
    test: {
      leaf,
      path,
      comparisons,
      listLevel: outermost.definitionLevel,
      entryLevel: within.entryDefinitionLevel,
      isNegated: false,
    },
  };
}

/**
 * Throws INVALID_ARGUMENT if the column's values have no order, because only equality can be tested then. INT96 values
 * are ordered by time.
 */
function requireOrder(leaf: LeafNode, operator: string): void {
  if (orderOf(leaf, 'TYPE_ORDER') !== undefined || orderOf(leaf, 'INT96_TIMESTAMP_ORDER') !== undefined) return;
  throw refused(
    leaf,
    `\`${operator}\` needs an order, which ${leaf.annotation?.kind ?? 'these'} values lack: use \`eq\` or \`in\``,
  );
}

function requireBoolean(path: string, operator: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw invalid(path, `\`${operator}\` must be true or false, got ${describe(value)}`);
}

function notALeaf(kind: 'struct' | 'list' | 'map' | 'variant', operator: string): string {
  if (kind === 'variant') return `\`${operator}\` cannot compare a VARIANT: use \`isNull\``;
  return kind === 'struct'
    ? `\`${operator}\` cannot compare a struct: name one of its fields, or use \`isNull\``
    : `\`${operator}\` cannot compare a ${kind}: use \`contains\` or \`isNull\``;
}

function invalid(path: string, reason: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason, { column: path });
}
