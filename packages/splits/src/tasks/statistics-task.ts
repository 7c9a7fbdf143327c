/**
 * The task that finds the bounds of columns and counts their values and nulls.
 */
import { ParquetError, PhysicalType } from '@marquetry/core';
import type { TypedColumn } from '@marquetry/file';
import {
  type Bounds,
  boundValueOf,
  compareBytes,
  dictionaryBounds,
  joinBounds,
  noBounds,
  type ValueOrder,
} from '@marquetry/logical';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Json } from '../json.js';
import { bytesOfBase64 } from '../plan/json-where.js';
import { boundAsJson } from './bound-json.js';
import { rowsIn } from './count-task.js';
import { orderIn } from './row-order.js';
import type { SplitInput, SplitTask } from './task.js';
import { describedOptions } from './task-id.js';
import { taskMemory, withoutRowsKept } from './task-memory.js';

/** Options of `statisticsTask`. */
export interface StatisticsTaskOptions {
  /** The paths of the columns; default: all columns of the output. */
  readonly columns?: readonly string[];
}

/** How the bounds of a column are compared: as booleans, integers, floating-point numbers, decimals or bytes. */
type Comparison = 'boolean' | 'integer' | 'float' | 'decimal' | 'bytes';

interface ColumnStatistics {
  values: number;
  nulls: number;
  bounds: Bounds;
}

/**
 * Returns a task that counts the values and nulls of columns and finds their bounds. Its value is `{ rows, columns }`.
 * `columns` contains one object per column path, with these members:
 *
 *   values, nulls   the number of non-null values, and of nulls
 *   nans            the number of NaNs, only for floating-point columns
 *   min, max        the bounds, only if the values have an order
 *   compare         how to compare the bounds, such as `integer`
 *
 * In `min` and `max`, 64-bit integers, decimals, NaN and infinities are strings, and bytes are `{ base64 }`.
 */
export function statisticsTask({ columns }: StatisticsTaskOptions = {}): SplitTask {
  return withoutRowsKept({
    name: 'statistics',
    options: describedOptions({ columns }),
    writes: false,
    run: (input) => statisticsOf(input, columns ?? input.split.columns),
    combine: (values) => values.reduce(combined, { rows: 0, columns: {} }),
  });
}

async function statisticsOf(input: SplitInput, paths: readonly string[]): Promise<Json> {
  const { schema } = input;
  const leaves = [...new Set(paths.flatMap((path) => schema.find(path)))];
  const found = leaves.map((): ColumnStatistics => ({ values: 0, nulls: 0, bounds: noBounds }));
  let rows = 0;
  if (leaves.length === 0) rows = await input.count();
  else {
    const columns = leaves.map(({ path }) => formatPath(path));
    const memory = taskMemory;
    for await (const batch of input.batches({ columns, memory })) {
      rows += batch[0]?.rowCount ?? 0;
      for (const [i, column] of batch.entries()) add(found[i] as ColumnStatistics, column, orderIn(column.leaf));
      memory.recycle(batch);
    }
  }
  const columns = leaves.map((leaf, i): [string, Json] => [
    formatPath(leaf.path),
    asJson(leaf, found[i] as ColumnStatistics),
  ]);
  return { rows, columns: Object.fromEntries(columns) };
}

function add(
  statistics: ColumnStatistics,
  { nulls, slotCount, values }: TypedColumn,
  order: ValueOrder | undefined,
): void {
  statistics.values += slotCount - nulls.nullCount;
  statistics.nulls += nulls.nullCount;
  if (order === undefined) return;
  const bounds =
    values.layout === 'dictionary'
      ? dictionaryBounds(order, values, 0, values.length)
      : order.scan(values, 0, values.length);
  statistics.bounds = joinBounds(order, statistics.bounds, bounds);
}

function asJson(leaf: LeafNode, { bounds, nulls, values }: ColumnStatistics): Json {
  const order = orderIn(leaf);
  const { max, min } = bounds;
  return {
    values,
    nulls,
    ...(order?.hasNans === true && { nans: bounds.nanCount }),
    ...(min !== undefined &&
      max !== undefined && {
        compare: comparisonOf(leaf),
        min: boundAsJson(boundValueOf(leaf, min)),
        max: boundAsJson(boundValueOf(leaf, max)),
      }),
  };
}

function comparisonOf({ annotation, type }: LeafNode): Comparison {
  if (annotation?.kind === 'DECIMAL') return 'decimal';
  switch (type) {
    case PhysicalType.BOOLEAN:
      return 'boolean';
    case PhysicalType.INT32:
    case PhysicalType.INT64:
    case PhysicalType.INT96:
      return 'integer';
    case PhysicalType.FLOAT:
    case PhysicalType.DOUBLE:
      return 'float';
    default:
      return annotation?.kind === 'FLOAT16' ? 'float' : 'bytes';
  }
}

type Members = Readonly<Record<string, Json | undefined>>;

/** Combines the statistics of two splits. */
function combined(a: Json, b: Json): Json {
  const columns = new Map<string, Json>();
  for (const [path, column] of Object.entries(membersOf(membersOf(a)['columns']))) columns.set(path, column ?? null);
  for (const [path, column] of Object.entries(membersOf(membersOf(b)['columns']))) {
    const before = columns.get(path);
    columns.set(path, before === undefined ? (column ?? null) : joinedColumn(membersOf(before), membersOf(column)));
  }
  return { rows: rowsIn(a) + rowsIn(b), columns: Object.fromEntries(columns) };
}

function joinedColumn(a: Members, b: Members): Json {
  const sum = (name: string): number => Number(a[name] ?? 0) + Number(b[name] ?? 0);
  const counts = {
    values: sum('values'),
    nulls: sum('nulls'),
    ...((a['nans'] !== undefined || b['nans'] !== undefined) && { nans: sum('nans') }),
  };
  const [x, y] = a['compare'] === undefined ? [b, a] : [a, b];
  const { compare, min, max } = x as { compare?: Json; min?: Json; max?: Json };
  if (compare === undefined || min === undefined || max === undefined) return counts;
  const other = y as { min?: Json; max?: Json };
  const isLess = (p: Json, q: Json): boolean => comparedJson(compare as Comparison, p, q) < 0;
  return {
    ...counts,
    compare,
    min: other.min !== undefined && isLess(other.min, min) ? other.min : min,
    max: other.max !== undefined && isLess(max, other.max) ? other.max : max,
  };
}

function comparedJson(comparison: Comparison, a: Json, b: Json): number {
  switch (comparison) {
    case 'boolean':
    case 'float':
      return Number(a) - Number(b);
    case 'integer':
    case 'decimal': {
      // All values of a column have the same scale, so decimals can be compared by their digits alone.
      const [x, y] = [unscaled(a), unscaled(b)];
      return x < y ? -1 : Number(x > y);
    }
    case 'bytes':
      return compareBytes(bytesOf(a), bytesOf(b));
    default:
      throw new ParquetError('INVALID_ARGUMENT', `unknown comparison of bounds: ${JSON.stringify(comparison)}`);
  }
}

function unscaled(value: Json): bigint {
  const digits = String(value).replace('.', '').split('e')[0] ?? '';
  if (/^-?\d+$/.test(digits)) return BigInt(digits);
  throw new ParquetError('INVALID_ARGUMENT', `a bound must be a number, got ${JSON.stringify(value)}`);
}

function bytesOf(value: Json): Uint8Array {
  if (typeof value === 'string') return new TextEncoder().encode(value);
  const base64 = membersOf(value)['base64'];
  const bytes = typeof base64 === 'string' ? bytesOfBase64(base64) : undefined;
  if (bytes !== undefined) return bytes;
  throw new ParquetError('INVALID_ARGUMENT', `a bound must be a string or { base64 }, got ${JSON.stringify(value)}`);
}

function membersOf(value: Json | undefined): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `statistics in a split result must be objects, got ${JSON.stringify(value)}`,
  );
}
