/** Locates a module that the user names: a path, or a package installed in the current folder or next to the CLI. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the path of a module's file. `name` is a path relative to `folder`, a file URL, or a package, which is
 * resolved from `folder` first and then from this program. A file takes precedence over a package with the same name.
 * Returns undefined if the module is not found.
 */
export function modulePath(name: string, folder: string): string | undefined {
  const path = name.startsWith('file:') ? fileURLToPath(name) : resolve(folder, name);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  if (name.startsWith('.') || name.startsWith('file:') || isAbsolute(name)) return undefined;
  return packagePath(name, folder) ?? packagePath(name, dirname(fileURLToPath(import.meta.url)));
}

function packagePath(name: string, folder: string): string | undefined {
  const require = createRequire(join(folder, 'from-here.js'));
  // Read package.json directly, because `require.resolve` ignores `exports` targets that are only for `import`.
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

/** Returns the file that `import 'package'` loads, according to the `exports` in its package.json. */
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
