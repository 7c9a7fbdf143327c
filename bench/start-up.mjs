// Measures start-up: how much longer a Node process takes if it imports a library or runs a command than if it does
// nothing. Each round runs every program once.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { commandLine } from './checkout.mjs';
import { median } from './timing.mjs';

const program = (text) => ['--input-type=module', '--eval', text];
const here = fileURLToPath(new URL('.', import.meta.url));

function programs(root, path) {
  // The file that Node loads when a program imports `marquetry`.
  const entry = pathToFileURL(join(root, 'packages', 'marquetry', 'dist', 'index.node.js')).href;
  return {
    bare: program(''),
    "import 'marquetry'": program(`import '${entry}'`),
    'marquetry schema FILE': [commandLine(root), 'schema', path],
    "import 'hyparquet'": program("import 'hyparquet'"),
    "import 'parquet-wasm'": program("import 'parquet-wasm/node'"),
  };
}

/**
 * Returns how many more milliseconds each program takes than a Node process that does nothing, and the time of that
 * process. All times are medians.
 */
export function measureStartUp({ root, node = process.execPath, path, turns = 15 }) {
  const all = Object.entries(programs(root, path));
  const times = new Map(all.map(([name]) => [name, []]));
  for (let i = -1; i < turns; i++) {
    for (const [name, args] of all) {
      const start = performance.now();
      const { status, stderr } = spawnSync(node, args, {
        cwd: here,
        stdio: ['ignore', 'ignore', 'pipe'],
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${name}: ${stderr}`);
      // Ignore the first round, because it loads the files into the page cache of the operating system.
      if (i >= 0) times.get(name).push(performance.now() - start);
    }
  }
  const bare = median(times.get('bare'));
  const above = all.slice(1).map(([name]) => [name, median(times.get(name)) - bare]);
  return { bare, above: Object.fromEntries(above) };
}
