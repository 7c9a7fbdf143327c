/** Locates a module that the user names: a path, or a package installed here or next to the command line. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the file of a module: a path relative to `folder`, a file URL, or a package resolved from `folder` and then
 * from this program. A file takes precedence over a package of that name. Returns undefined if there is none.
 */
export function modulePath(name: string, folder: string): string | undefined {
  const path = name.startsWith('file:') ? fileURLToPath(name) : resolve(folder, name);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  if (name.startsWith('.') || name.startsWith('file:') || isAbsolute(name)) return undefined;
  return packagePath(name, folder) ?? packagePath(name, dirname(fileURLToPath(import.meta.url)));
}

function packagePath(name: string, folder: string): string | undefined {
  const require = createRequire(join(folder, 'from-here.js'));
  // `import.meta.resolve` resolves only from Node's own modules, and `require.resolve` ignores targets that are for
  // `import` alone.
  for (const modules of require.resolve.paths(name) ?? []) {
    const root = join(modules, name);
    const manifest = join(root, 'package.json');
    if (!existsSync(manifest)) continue;
    const target = importTarget(JSON.parse(readFileSync(manifest, 'utf8')).exports);
    if (target !== undefined) return join(root, target);
  }
  try {
    return require.resolve(name);
  } catch {
    return undefined;
  }
}

/** Returns the target in the `exports` of a manifest for importing the package by its bare name. */
function importTarget(exported: unknown): string | undefined {
  if (typeof exported === 'string') return exported;
  if (typeof exported !== 'object' || exported === null) return undefined;
  const conditions = Object.entries('.' in exported ? { default: exported['.'] } : exported);
  for (const [condition, target] of conditions) {
    if (!['node', 'import', 'module-sync', 'default'].includes(condition)) continue;
    const found = importTarget(target);
    if (found !== undefined) return found;
  }
  return undefined;
}
