/** `marquetry pages FILE`: prints one line per page, or draws a map of the file. */
import type { AddCommand } from '../context.js';
import { parseCount } from '../option-values.js';
import type { PagesOptions } from '../pages/print-pages.js';

export const addPages: AddCommand = (program, context) => {
  program
    .command('pages')
    .description('Print one line per page: kind, encoding, sizes, counts, checksum, statistics.')
    .argument('<file>', 'path or URL')
    .option('--column <path>', 'only this column, or the columns of this group')
    .option('--row-group <ordinal>', 'only this row group, counted from 0', parseCount)
    .option('--map', 'draw the file to scale instead of listing pages; with --column, draw the pages of that column')
    .option('--json', 'print one JSON object per page; with --map, one per part of the file')
    .action(async (name: string, options: PagesOptions) => {
      const { printPages } = await import('../pages/print-pages.js');
      await printPages(name, options, context);
    });
};
