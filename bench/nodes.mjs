// Finds the Node programs to measure.
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the paths of the Node that runs this script, and of the first other Node on PATH. */
export function nodes() {
  const found = new Set([realpathSync(process.execPath)]);
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const candidate = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(candidate) && !folder.includes('node_modules')) found.add(realpathSync(candidate));
  }
  return [...found];
}

/** Returns the version of a Node program, such as `v24.21.0`. */
export function versionOf(node) {
  const { stdout, status } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${node} --version failed: it is not a working Node`);
  return stdout.trim();
}
