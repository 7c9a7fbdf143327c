/** Converts predicates to SQL conditions. */
import type { Test, Where } from '@marquetry/file';

const relations = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

/**
 * Converts a predicate to an SQL condition. It may consist of `and`, `or`, `not`, and comparisons of columns given by
 * their path.
 */
export function sqlOf(where: Where): string {
  if ('and' in where && Array.isArray(where.and)) return `(${where.and.map(sqlOf).join(' and ')})`;
  if ('or' in where && Array.isArray(where.or)) return `(${where.or.map(sqlOf).join(' or ')})`;
  if ('not' in where) return `(not ${sqlOf(where.not as Where)})`;
  if (!('path' in where && Array.isArray(where.path))) throw new Error(`no SQL for ${JSON.stringify(where)}`);
  const column = where.path.map((name: string) => `"${name}"`).join('.');
  const tests = Object.entries(where.test as Test).map(([operator, value]) => testOf(column, operator, value));
  return `(${tests.join(' and ')})`;
}

function testOf(column: string, operator: string, value: unknown): string {
  if (Object.hasOwn(relations, operator)) {
    return `${column} ${relations[operator as keyof typeof relations]} ${literalOf(value)}`;
  }
  switch (operator) {
    case 'isNull':
      return `${column} is ${value === true ? '' : 'not '}null`;
    case 'in':
    case 'notIn': {
      const list = (value as unknown[]).map(literalOf).join(', ');
      return `${column} ${operator === 'in' ? 'in' : 'not in'} (${list})`;
    }
    case 'startsWith':
      return `starts_with(${column}, ${literalOf(value)})`;
    default:
      throw new Error(`no SQL for ${operator}`);
  }
}

function literalOf(value: unknown): string {
  if (value instanceof Date) return `'${value.toISOString().replace('Z', '')}'`;
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
