/** Prints the rows of files, read as one table, in any format. */
import type { ParquetFile } from '@marquetry/file';
import type { Context } from '../context.js';
import { withDestination } from '../destination.js';
import { UsageError } from '../failure.js';
import { blaming } from '../file-fault.js';
import { inputsOf } from '../inputs.js';
import { withInput } from '../open-input.js';
import type { Output } from '../terminal/output.js';
import { listBadChecksums } from './bad-checksums.js';
import { type FormatName, formatOfPath } from './format-name.js';
import type { RowOptions } from './row-options.js';
import type { RowPrinter, WithFile } from './row-printer.js';
import { printSpan, type RowSpan } from './row-span.js';
import { rowsViewOf } from './rows-view.js';

/** Prints rows of paths, URLs and patterns. */
export async function printRows(
  args: readonly string[],
  span: RowSpan,
  options: RowOptions & { readonly orderBy?: string },
  context: Context,
): Promise<void> {
  const names = await inputsOf(args);
  await withDestination(options.output, context, async (output) => {
    const format = formatOf(options, output);
    const open = { verifyChecksums: options.skipChecksums !== true };
    const printAll = async (withFile: WithFile): Promise<void> => {
      const printer = await createPrinter(format, options, { ...context, output });
      await printWith(printer, withFile);
      await printer.end();
    };
    const printWith = async (printer: RowPrinter, withFile: WithFile): Promise<void> => {
      const { orderBy } = options;
      if (orderBy !== undefined) {
        if (options.skipChecksums === true)
          throw new UsageError('--skip-checksums and --order-by cannot be used together');
        const { printOrdered } = await import('./print-ordered.js');
        return printOrdered(names, { ...options, orderBy, span }, printer, withFile, context);
      }
      return printSpan(
        names,
        span,
        (name) => withFile(name, (file) => countOf(file, options, context)),
        (name, rows) =>
          withFile(name, async (file) => {
            const from = { name, view: await rowsViewOf(file, options) };
            if (options.skipChecksums === true) await listBadChecksums(from, rows, context);
            return printer.print(from, rows);
          }),
      );
    };
    const [only, ...others] = names;
    // A single file is opened only once.
    if (only !== undefined && others.length === 0) {
      await withInput(only, context, (file) => printAll((_, use) => use(file)), open);
    } else {
      await printAll((name, use) => blaming(name, withInput(name, context, use, open)));
    }
  });
  context.progress.clear();
}

async function createPrinter(format: FormatName, options: RowOptions, context: Context): Promise<RowPrinter> {
  if (format === 'arrow') {
    const { createArrowPrinter } = await import('./arrow-printer.js');
    return createArrowPrinter(options, context);
  }
  const { createTextPrinter } = await import('./text-printer.js');
  return createTextPrinter(format, options, context);
}

async function countOf(file: ParquetFile, { where }: RowOptions, context: Context): Promise<number> {
  if (where === undefined) return file.rowCount;
  const { countMatching } = await import('../where/count-matching.js');
  return countMatching(file, where, context);
}

function formatOf({ format, json, output: path }: RowOptions, { isTerminal }: Output): FormatName {
  if (json !== true) return format ?? formatOfPath(path) ?? (isTerminal ? 'table' : 'json');
  if (format !== undefined && format !== 'json' && format !== 'ndjson')
    throw new UsageError(`--json cannot be used with --format ${format}: name one of them`);
  return 'json';
}
