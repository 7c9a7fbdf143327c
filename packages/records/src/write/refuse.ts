/** Creates errors for values that a column does not accept. */
import { ParquetError } from '@marquetry/core';
import { formatPath, type SchemaNode } from '@marquetry/schema';

/**
 * Throws INVALID_ARGUMENT with the name of the column; the caller adds the row number. `wanted` describes the values
 * that the column accepts.
 */
export type Refuse = (value: unknown, wanted: string) => never;

export function createRefusal({ path }: Pick<SchemaNode, 'path'>): Refuse {
  return (value, wanted) => {
    const place = path.length === 0 ? {} : { column: formatPath(path) };
    throw new ParquetError('INVALID_ARGUMENT', `expected ${wanted}, got ${shownValue(value)}`, place);
  };
}

const maxShown = 40;

/** Describes a value for an error message: its type, and its text if that is short. */
export function shownValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `string ${JSON.stringify(value.length > maxShown ? `${value.slice(0, maxShown)}...` : value)}`;
    case 'number':
    case 'boolean':
      return `${typeof value} ${Object.is(value, -0) ? '-0' : value}`;
    case 'bigint': {
      // Do not format a huge integer, which would take a long time.
      const isHuge = value >= 1n << 256n || value <= -1n << 256n;
      return isHuge ? 'bigint of more than 256 bits' : `bigint ${value}`;
    }
    case 'object':
      if (value === null) return 'null';
      return `object ${Object.prototype.toString.call(value).slice(8, -1)}`;
    default:
      return typeof value;
  }
}
