/**
 * The first rows by a column.
 */
import { isParquetError } from '@marquetry/core';
import { type ParquetFile, readNested } from '@marquetry/file';
import { createTopRows, type OrderBy, orderedLeaf } from '@marquetry/prune';
import type { LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { UsageError } from '../failure.js';
import { readWhere } from '../where/read-where.js';
import { columnsOf, type Printing } from './printing.js';

/** What to order, and how much of it to print. */
export interface OrderedOptions {
  readonly orderBy: string;
  readonly offset: number;
  readonly limit?: number;
  readonly where?: string;
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

/** Prints rows in order. Their texts are in memory together. */
export async function printOrdered(
  file: ParquetFile,
  leaves: readonly LeafNode[],
  { fields, rows, write }: Printing,
  { orderBy, offset, limit, where }: OrderedOptions,
  { signal, pause }: Context,
): Promise<void> {
  if (limit === undefined) throw new UsageError('--order-by needs --limit: the rows to print at most');
  const order = parseOrderBy(orderBy);
  requireOrder(file, order.column);
  const top = createTopRows({ orderBy: order, offset, limit });
  await top.scan(file, 0, { signal, ...(where !== undefined && { where: readWhere(where, file) }) });
  const wanted = top.rows().map(({ row }) => row);
  const inFile = [...wanted].sort((a, b) => a - b);
  const texts = new Map<number, string>();
  const read = { columns: leaves, rows: inFile.map((row) => [row, row + 1] as const), signal };
  const head = rows.begin();
  for await (const batch of readNested(file, read)) {
    const rowText = rows.rowsOf(columnsOf(batch, fields));
    for (let row = 0; row < batch.rowCount; row++) texts.set(inFile[texts.size] as number, rowText(row));
    await pause();
  }
  await write(head + wanted.map((row) => texts.get(row)).join('') + rows.end());
}
