/**
 * The task that counts rows.
 */
import { ParquetError } from '@marquetry/core';
import type { Json } from '../json.js';
import type { SplitTask } from './task.js';
import { withoutRowsKept } from './task-memory.js';

/**
 * Returns a task that counts the rows that match the split's predicate. Its value is `{ rows }`. Plan with `columns:
 * []` to read only the columns of the predicate.
 */
export function countTask(): SplitTask {
  return withoutRowsKept({
    name: 'count',
    writes: false,
    run: async (input) => ({ rows: await input.count() }),
    combine: (values) => ({ rows: values.reduce((sum: number, value) => sum + rowsIn(value), 0) }),
  });
}

/** Returns the `rows` member of a value. @throws ParquetError INVALID_ARGUMENT if the value has no valid `rows`. */
export function rowsIn(value: Json): number {
  const rows = typeof value === 'object' && value !== null && 'rows' in value ? value['rows'] : undefined;
  if (Number.isSafeInteger(rows) && (rows as number) >= 0) return rows as number;
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `the value of a result must have a \`rows\` count, got ${JSON.stringify(value)}`,
  );
}
