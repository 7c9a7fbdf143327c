/** The entry point of the demo, which is run with `npm run demo` or `npm run demo -- FILE`. */
import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { isParquetError } from 'marquetry';
import { flightsPath } from './flights.js';
import { run } from './run.js';
import { createProgress } from './terminal/progress.js';
import { red } from './terminal/style.js';

const usage = 'usage: npm run demo [-- FILE]';

/**
 * Resolves a path against the folder in which the user called npm, because npm runs scripts in the package's folder.
 */
function fileOf(path: string): string {
  return isAbsolute(path) ? path : resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

/** Returns why a path cannot be read; undefined if it can. */
function missing(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return `the file does not exist: ${path}`;
  return stat.isFile() ? undefined : `the path is not a file: ${path}`;
}

async function main(args: readonly string[]): Promise<number> {
  const [asked, ...more] = args[0] === '--' ? args.slice(1) : args;
  if (more.length > 0 || asked?.startsWith('-')) {
    console.error(usage);
    return 2;
  }
  const path = asked === undefined ? flightsPath() : fileOf(asked);
  const title = asked ?? 'flights-3m.parquet from the npm package vega-datasets';
  const fault = missing(path);
  if (fault !== undefined) {
    console.error(fault);
    return 2;
  }
  const progress = createProgress();
  try {
    return (await run({ path, title, print: (line) => console.log(line), progress })) ? 0 : 1;
  } catch (error) {
    progress.clear();
    if (!isParquetError(error)) throw error;
    console.error(red(`${title}: ${error.message} [${error.code}]`));
    return 1;
  }
}

// A closed pipe (`npm run demo | head`) ends the program without an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await main(process.argv.slice(2));
