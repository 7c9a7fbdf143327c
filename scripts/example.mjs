// `npm run example -- NAME [arguments]`: runs one of the examples that execute splits on an engine, with the packages
// of this checkout. The arguments are those of the example, such as `SRC OUT --where PREDICATE`. Without arguments, the
// example filters three million flights into a temporary folder.
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareExample } from './prepare-example.mjs';
import { root } from './workspace.mjs';

const examples = {
  'worker-threads': { command: [process.execPath, 'main.js'], where: '{"delay":{"gt":60}}' },
  bullmq: { command: [process.execPath, 'main.js'], where: '{"delay":{"gt":60}}' },
  spark: { command: [process.env.PYTHON ?? 'python3', 'run.py'], where: 'delay > 60' },
};

const [name = '', ...given] = process.argv.slice(2);
const example = examples[name];
if (example === undefined) {
  console.error(`usage: npm run example -- ${Object.keys(examples).join('|')} [SRC... OUT --where PREDICATE ...]`);
  process.exit(2);
}
prepareExample(name);
const folder = join(root, 'examples', name);
const flights = join(root, 'apps', 'demo', 'node_modules', 'vega-datasets', 'data', 'flights-3m.parquet');
const out = given.length > 0 ? [] : [flights, mkdtempSync(join(tmpdir(), 'splits-')), '--where', example.where];
const [program, main] = example.command;
const { status, error } = spawnSync(program, [join(folder, main), ...given, ...out], {
  stdio: 'inherit',
  env: {
    ...process.env,
    MARQUETRY: process.env.MARQUETRY ?? `${process.execPath} ${join(root, 'apps', 'cli', 'bin', 'marquetry.js')}`,
  },
});
if (error) throw error;
process.exitCode = status ?? 1;
