/** `marquetry inspect FILE`: serves the inspector, a web page that shows one file. */
import type { AddCommand } from '../context.js';
import type { InspectOptions } from '../inspect/inspect-file.js';
import { parsePort } from '../option-values.js';

export const addInspect: AddCommand = (program, context) => {
  program
    .command('inspect')
    .description('Serve a web page that shows the file, to this computer only. Ctrl-C stops it.')
    .argument('<file>', 'path or URL')
    .option('--port <number>', 'port on 127.0.0.1; default: any free port', parsePort)
    .option('--open', 'open the browser')
    .option('--json', 'print one JSON object with the URL')
    .action(async (name: string, options: InspectOptions) => {
      const { inspectFile } = await import('../inspect/inspect-file.js');
      await inspectFile(name, options, context);
    });
};
