// Finds the Node versions to measure.
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Node that runs this script, and the first other Node on PATH. */
export function nodes() {
  const found = new Set([realpathSync(process.execPath)]);
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const candidate = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(candidate) && !folder.includes('node_modules')) found.add(realpathSync(candidate));
  }
  return [...found];
}

/** `v24.21.0` */
export function versionOf(node) {
  const { stdout, status } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${node} does not print its version`);
  return stdout.trim();
}
