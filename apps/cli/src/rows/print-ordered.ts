/** `--order-by`: prints the first rows by the values of a column. */
import { isParquetError } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { createTopRows, type OrderBy, orderedLeaf } from '@marquetry/prune';
import type { Context } from '../context.js';
import { UsageError } from '../failure.js';
import { variantPathsOf } from '../variant-paths.js';
import { readWhere } from '../where/read-where.js';
import type { RowOptions } from './row-options.js';
import type { RowPrinter, WithFile } from './row-printer.js';
import type { RowSpan } from './row-span.js';
import { rowsViewOf } from './rows-view.js';

/** The order, and how many rows to print. */
export interface OrderedOptions extends RowOptions {
  readonly orderBy: string;
  readonly span: RowSpan;
}

const form = /^(?<column>.+?)(?:\s+(?<direction>asc|desc))?(?:\s+nulls\s+(?<nulls>first|last))?$/i;

/** Parses an order such as `delay desc nulls first`. */
function parseOrderBy(text: string): OrderBy {
  const { column, direction, nulls } = form.exec(text.trim())?.groups ?? {};
  if (column === undefined) throw new UsageError('--order-by needs a column: --order-by "delay desc"');
  return {
    column,
    descending: direction?.toLowerCase() === 'desc',
    ...(nulls !== undefined && { nulls: nulls.toLowerCase() as 'first' | 'last' }),
  };
}

/** @throws UsageError if rows cannot be ordered by the column. */
function requireOrder({ schema }: ParquetFile, column: string): void {
  try {
    orderedLeaf(schema, column);
  } catch (error) {
    throw isParquetError(error) ? new UsageError(`--order-by: ${error.message}`) : error;
  }
}

/** Prints the first rows of all files in order. The texts of all printed rows are in memory at once. */
export async function printOrdered(
  names: readonly string[],
  { orderBy, span, where, ...options }: OrderedOptions,
  printer: RowPrinter,
  withFile: WithFile,
  { signal }: Context,
): Promise<void> {
  if (span.kind !== 'first' || span.limit === undefined) {
    throw new UsageError('--order-by requires --limit, the maximum number of rows to print');
  }
  const { offset, limit } = span;
  const order = parseOrderBy(orderBy);
  const top = createTopRows({ orderBy: order, offset, limit });
  for (const [index, name] of names.entries()) {
    await withFile(name, async (file) => {
      requireOrder(file, order.column);
      const tested = where === undefined ? {} : readWhere(where, file, await variantPathsOf(file)).tested;
      await top.scan(file, index, { signal, where: tested });
    });
  }
  await printer.printOrdered(
    (index, use) =>
      withFile(names[index] as string, async (file) =>
        use({ name: names[index] as string, view: await rowsViewOf(file, options) }),
      ),
    top.rows(),
  );
}
