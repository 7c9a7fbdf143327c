/**
 * SQL expressions for the figures of a column. DuckDB formats the results in the same way as the demo formats its own
 * figures.
 */
import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import type { LeafNode } from 'marquetry';
import { fullBytes, prefixBytes } from '../bytes-text.js';
import type { FigureName } from '../figures.js';
import type { IntegerUnit, Meaning } from '../meaning.js';

/**
 * SQL expressions over a column `v`, each of which returns text. If only counts can be compared, `reason` states why.
 */
export interface FigureQueries {
  readonly figures: ReadonlyMap<FigureName, string>;
  readonly reason?: string;
}

export function figureQueries(leaf: LeafNode, meaning: Meaning, type: DuckDBType): FigureQueries {
  const counts: [FigureName, string][] = [['values', text('count(v)')]];
  // Parquet's null count of a repeated column may include empty lists, which are not nulls in DuckDB, so the counts
  // would differ.
  if (leaf.maxRepetitionLevel === 0) counts.push(['nulls', text('count(*) - count(v)')]);
  const others = valueQueries(leaf, meaning, type);
  if (others === undefined)
    return { figures: new Map(counts), reason: `only counts are compared: DuckDB shows the column as ${type}` };
  return { figures: new Map([...counts, ...others]) };
}

type Queries = readonly (readonly [FigureName, string])[];

function valueQueries(leaf: LeafNode, meaning: Meaning, type: DuckDBType): Queries | undefined {
  switch (meaning.kind) {
    case 'boolean':
      return type.typeId === DuckDBTypeId.BOOLEAN ? numbers('v::INTEGER') : undefined;
    case 'integer': {
      const value = integerExpression(meaning.unit, type);
      return value === undefined ? undefined : numbers(value);
    }
    case 'decimal':
      return type.typeId === DuckDBTypeId.DECIMAL && type.scale === meaning.scale ? numbers('v', unscaled) : undefined;
    case 'float':
      return type.typeId === DuckDBTypeId.FLOAT || type.typeId === DuckDBTypeId.DOUBLE ? floatQueries : undefined;
    case 'bytes':
      return bytesQueries(leaf, type);
  }
}

/**
 * Returns an SQL expression for the integer that Parquet stores for a value; undefined if values of this DuckDB type
 * are not integers.
 */
function integerExpression(unit: IntegerUnit, type: DuckDBType): string | undefined {
  switch (type.typeId) {
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
    case DuckDBTypeId.UBIGINT:
      return 'v';
    case DuckDBTypeId.DATE:
      return "(v - DATE '1970-01-01')";
    case DuckDBTypeId.TIME:
    case DuckDBTypeId.TIME_TZ:
    case DuckDBTypeId.TIME_NS:
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_TZ:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
      return { MILLIS: 'epoch_ms(v)', MICROS: 'epoch_us(v)', NANOS: 'epoch_ns(v)' }[unit];
    default:
      return undefined;
  }
}

function numbers(value: string, convert: (aggregate: string) => string = text): Queries {
  return [
    ['min', convert(`min(${value})`)],
    ['max', convert(`max(${value})`)],
    ['sum', convert(`sum(${value})`)],
  ];
}

/** DuckDB orders NaN above all numbers and sums infinities, so both are filtered out. */
const floatQueries: Queries = [
  ['min', number('min(v::DOUBLE) FILTER (WHERE NOT isnan(v))')],
  ['max', number('max(v::DOUBLE) FILTER (WHERE NOT isnan(v))')],
  ['sum', number('fsum(v::DOUBLE) FILTER (WHERE isfinite(v))')],
  ['NaN', 'CASE WHEN count(v) > 0 THEN (count(v) FILTER (WHERE isnan(v)))::VARCHAR END'],
];

function bytesQueries(leaf: LeafNode, type: DuckDBType): Queries | undefined {
  const bytes =
    type.typeId === DuckDBTypeId.VARCHAR
      ? (value: string): string => `encode(${value}::VARCHAR)`
      : type.typeId === DuckDBTypeId.BLOB
        ? (value: string): string => `(${value})`
        : undefined;
  const distinct = ['distinct', 'CASE WHEN count(v) > 0 THEN count(DISTINCT v)::VARCHAR END'] as const;
  if (bytes !== undefined) {
    return [['min', describe(bytes('min(v)'))], ['max', describe(bytes('max(v)'))], distinct];
  }
  if (type.typeId === DuckDBTypeId.UUID && leaf.width === 16) {
    const digits = (value: string): string => `upper(replace(${value}::VARCHAR, '-', ''))`;
    return [['min', digits('min(v)')], ['max', digits('max(v)')], distinct];
  }
  return undefined;
}

/** Returns an SQL expression that formats bytes as `describeBytes` does. */
function describe(bytes: string): string {
  const cut = `hex(${bytes}[1:${prefixBytes}]) || '...' || octet_length(${bytes}) || ':' || md5(${bytes})`;
  return `CASE WHEN octet_length(${bytes}) <= ${fullBytes} THEN hex(${bytes}) ELSE ${cut} END`;
}

function text(expression: string): string {
  return `(${expression})::VARCHAR`;
}

/** Returns an SQL expression that formats a number, with infinities written as in JavaScript. */
function number(expression: string): string {
  return `replace((${expression})::VARCHAR, 'inf', 'Infinity')`;
}

/** Returns an SQL expression for the digits of a DECIMAL without the point: `.05` becomes `5`. */
function unscaled(expression: string): string {
  return `replace((${expression})::VARCHAR, '.', '')::HUGEINT::VARCHAR`;
}
