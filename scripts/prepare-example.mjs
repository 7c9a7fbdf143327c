// Makes an example that executes splits on an engine ready to run with the packages of this checkout.
import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { installApart } from './install-apart.mjs';
import { root } from './workspace.mjs';

/**
 * Links the packages that the examples import into a node_modules folder, as an installation would, so that Node finds them. Installs the
 * dependencies of the example `name`, such as its query engine, if the example has a lockfile.
 */
export function prepareExample(name) {
  const scope = join(root, 'examples', 'node_modules', '@marquetry');
  const link = join(scope, 'splits');
  mkdirSync(scope, { recursive: true });
  // A link to a folder that no longer exists is replaced. An existing link stays, because another process may be using it.
  if (!existsSync(join(link, 'package.json'))) {
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) rmSync(link, { force: true });
    symlinkSync(join(root, 'packages', 'splits'), link, 'junction');
  }
  const folder = join(root, 'examples', name);
  // The install scripts of dependencies, which do not run, only compile optional parts.
  const options = ['--config.auto-install-peers=false', '--config.strict-dep-builds=false'];
  if (existsSync(join(folder, 'pnpm-lock.yaml'))) installApart(folder, options);
}
