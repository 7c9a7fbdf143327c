/** Finds the Node versions on this machine, other than the one that the workspace installed. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface NodeBinary {
  /** Absolute path of the program `node`. */
  readonly path: string;
  readonly version: string;
}

const workspaceModules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Returns the Nodes on PATH, one per version and in the order of PATH, without those that the workspace installed. */
export function nodesOnPath(): NodeBinary[] {
  const found: NodeBinary[] = [];
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (folder === '' || folder.startsWith(workspaceModules) || folder.includes('node_modules')) continue;
    const path = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
    try {
      accessSync(path, constants.X_OK);
    } catch {
      continue;
    }
    const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    const version = stdout?.trim() ?? '';
    if (status === 0 && !found.some((node) => node.version === version)) found.push({ path, version });
  }
  return found;
}

/** The Node that runs this program. */
export const ownNode: NodeBinary = { path: process.execPath, version: process.version };

/** True if the packages support the version: Node 20.19 and later. */
export function isSupported({ version }: NodeBinary): boolean {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}
