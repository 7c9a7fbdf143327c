/**
 * The first rows by a column.
 */
import { isParquetError } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { createTopRows, type OrderBy, orderedLeaf } from '@marquetry/prune';
import type { Context } from '../context.js';
import { UsageError } from '../failure.js';
import { leavesOf } from '../leaves-of.js';
import { readWhere } from '../where/read-where.js';
import type { RowOptions } from './row-options.js';
import type { RowPrinter, WithFile } from './row-printer.js';
import type { RowSpan } from './row-span.js';

/** What to order, and how much of it to print. */
export interface OrderedOptions extends RowOptions {
  readonly orderBy: string;
  readonly span: RowSpan;
}

const form = /^(?<column>.+?)(?:\s+(?<direction>asc|desc))?(?:\s+nulls\s+(?<nulls>first|last))?$/i;

/** `delay desc nulls first`. */
function parseOrderBy(text: string): OrderBy {
  const { column, direction, nulls } = form.exec(text.trim())?.groups ?? {};
  if (column === undefined) throw new UsageError('--order-by needs a column: --order-by "delay desc"');
  return {
    column,
    descending: direction?.toLowerCase() === 'desc',
    ...(nulls !== undefined && { nulls: nulls.toLowerCase() as 'first' | 'last' }),
  };
}

/** @throws UsageError for a column that rows have no order by. */
function requireOrder({ schema }: ParquetFile, column: string): void {
  try {
    orderedLeaf(schema, column);
  } catch (error) {
    throw isParquetError(error) ? new UsageError(`--order-by: ${error.message}`) : error;
  }
}

/** Prints the first rows of all files together, in order. Their texts are in memory together. */
export async function printOrdered(
  names: readonly string[],
  { orderBy, span, where, columns }: OrderedOptions,
  printer: RowPrinter,
  withFile: WithFile,
  { signal }: Context,
): Promise<void> {
  if (span.kind !== 'first' || span.limit === undefined) {
    throw new UsageError('--order-by needs --limit: the rows to print at most');
  }
  const { offset, limit } = span;
  const order = parseOrderBy(orderBy);
  const top = createTopRows({ orderBy: order, offset, limit });
  for (const [index, name] of names.entries()) {
    await withFile(name, async (file) => {
      requireOrder(file, order.column);
      await top.scan(file, index, { signal, ...(where !== undefined && { where: readWhere(where, file) }) });
    });
  }
  await printer.printOrdered(
    (index, use) =>
      withFile(names[index] as string, (file) => use({ name: names[index] as string, file }, leavesOf(file, columns))),
    top.rows(),
  );
}
