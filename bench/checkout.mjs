// A built checkout of Marquetry: this one, or another that a measurement is told to take.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The checkout that this file is in. */
export const ownRoot = fileURLToPath(new URL('..', import.meta.url));

/** `MARQUETRY_ROOT`, or the checkout that this file is in. */
export const chosenRoot = resolve(process.env.MARQUETRY_ROOT ?? ownRoot);

function entryOf(root, name) {
  const dist = join(root, 'packages', name, 'dist');
  // What only Node has is behind another entry, which an application gets by the `node` condition.
  const entry = ['index.node.js', 'index.js'].map((file) => join(dist, file)).find((path) => existsSync(path));
  return entry;
}

/** Whether a checkout has a package, built. */
export const hasPackage = (root, name) => entryOf(root, name) !== undefined;

/** A built package of a checkout, as an application gets it. */
export function load(name, root = chosenRoot) {
  const entry = entryOf(root, name);
  if (entry === undefined) {
    throw new Error(`${root} has no built package ${name}: run \`npm run build\` there`);
  }
  return import(pathToFileURL(entry).href);
}

/** The path of the command line's program. */
export const commandLine = (root = chosenRoot) => join(root, 'apps', 'cli', 'bin', 'marquetry.js');
