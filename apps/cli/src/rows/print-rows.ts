/** Reads files as one table, and prints its rows in the requested format. */
import type { Context } from '../context.js';
import { withDestination } from '../destination.js';
import { UsageError } from '../failure.js';
import { filesOf, isSummary, onlyFileOf } from '../inputs.js';
import { withInput } from '../open-input.js';
import type { Output } from '../terminal/output.js';
import { listBadChecksums } from './bad-checksums.js';
import { type FormatName, formatOfPath } from './format-name.js';
import type { RowOptions } from './row-options.js';
import type { RowPrinter } from './row-printer.js';
import { type RowSource, rowsOfFile, rowsOfTable } from './row-source.js';
import { printSpan, type RowSpan } from './row-span.js';
import { rowsViewOf } from './rows-view.js';

/** Prints the rows of the files that the arguments name: paths, URLs, patterns and folders. */
export async function printRows(
  args: readonly string[],
  span: RowSpan,
  options: RowOptions & { readonly orderBy?: string },
  context: Context,
): Promise<void> {
  await withDestination(options.output, context, async (output) => {
    const format = formatOf(options, output);
    const open = { verifyChecksums: options.skipChecksums !== true };
    const printAll = async (source: RowSource): Promise<void> => {
      const printer = await createPrinter(format, options, { ...context, output });
      await printWith(printer, source);
      await printer.end();
    };
    const printWith = async (printer: RowPrinter, source: RowSource): Promise<void> => {
      const { orderBy } = options;
      if (orderBy !== undefined) {
        if (options.skipChecksums === true)
          throw new UsageError('--skip-checksums and --order-by cannot be used together: use only one of them');
        const { printOrdered } = await import('./print-ordered.js');
        return printOrdered(source, { ...options, orderBy, span }, printer, context);
      }
      return printSpan(source.indexes, span, source.countOf, (index, rows) =>
        source.withFile(index, async (file) => {
          const from = { name: source.nameOf(index), view: await rowsViewOf(file, options) };
          if (options.skipChecksums === true) await listBadChecksums(from, rows, context);
          return printer.print(from, rows);
        }),
      );
    };
    const only = onlyFileOf(args);
    if (only !== undefined && !isSummary(only)) {
      const { where } = options;
      await withInput(only, context, (file) => printAll(rowsOfFile(only, file, where, context)), open);
      return;
    }
    const { openTable } = await import('../open-table.js');
    const table = await openTable(await filesOf(args), { ...options, ...open, ...(await orderOf(options)) }, context);
    await printAll(rowsOfTable(table, context));
  });
  context.progress.clear();
}

/** Returns the column that `--order-by` names. The table must contain it even if it is not printed. */
async function orderOf({ orderBy }: { readonly orderBy?: string }): Promise<{ readonly order?: string }> {
  if (orderBy === undefined) return {};
  const { parseOrderBy } = await import('./print-ordered.js');
  return { order: parseOrderBy(orderBy).column };
}

async function createPrinter(format: FormatName, options: RowOptions, context: Context): Promise<RowPrinter> {
  if (format === 'arrow') {
    const { createArrowPrinter } = await import('./arrow-printer.js');
    return createArrowPrinter(options, context);
  }
  const { createTextPrinter } = await import('./text-printer.js');
  return createTextPrinter(format, options, context);
}

function formatOf({ format, json, output: path }: RowOptions, { isTerminal }: Output): FormatName {
  if (json !== true) return format ?? formatOfPath(path) ?? (isTerminal ? 'table' : 'json');
  if (format !== undefined && format !== 'json' && format !== 'ndjson')
    throw new UsageError(`--json cannot be used with --format ${format}: use only one of them`);
  return 'json';
}
