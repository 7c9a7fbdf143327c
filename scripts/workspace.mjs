// Finds the packages and apps of the workspace, and runs tools on several of them in parallel.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * Returns the members of a workspace as `{ folder, path, manifest }`, sorted by name within each parent folder. A folder with its own
 * lockfile is not a member.
 */
export function members(workspace = root, folders = ['packages', 'apps']) {
  const found = [];
  for (const parent of folders) {
    if (!existsSync(join(workspace, parent))) continue;
    for (const folder of readdirSync(join(workspace, parent)).sort()) {
      const path = join(workspace, parent, folder);
      const manifest = join(path, 'package.json');
      const isApart = existsSync(join(path, 'pnpm-lock.yaml'));
      if (existsSync(manifest) && !isApart) found.push({ folder, path, manifest: readJson(manifest) });
    }
  }
  return found;
}

/** Returns the members (packages and apps) that are published. */
export function published(workspace = root) {
  return members(workspace).filter(({ manifest }) => manifest.private !== true);
}

/** Runs a command until it exits, and returns its output and exit code. Does not throw for a non-zero exit code. */
export function execute(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...options.env };
    env.PATH = join(root, 'node_modules', '.bin') + delimiter + (env.PATH ?? '');
    // On Windows, the tools are batch files, which only a shell can run.
    const shell = process.platform === 'win32' && command !== process.execPath;
    const child = spawn(command, args, { cwd: root, shell, ...options, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(output).toString() }));
  });
}

/**
 * Calls `work` for each item, and returns the results in order. At most four calls run at a time, or fewer if the
 * machine has fewer than four cores.
 */
export async function mapInParallel(items, work) {
  const results = new Array(items.length);
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index]);
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker));
  return results;
}
