// Finds the packages of a built checkout of Marquetry: this checkout, or another one to compare this one with.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Path of the checkout that contains this file. */
export const ownRoot = fileURLToPath(new URL('..', import.meta.url));

/** Path of the checkout to measure: `MARQUETRY_ROOT`, or the checkout that contains this file. */
export const chosenRoot = resolve(process.env.MARQUETRY_ROOT ?? ownRoot);

function entryOf(root, name) {
  const dist = join(root, 'packages', name, 'dist');
  // Some packages have a separate entry for Node, which applications load through the `node` export condition.
  const entry = ['index.node.js', 'index.js'].map((file) => join(dist, file)).find((path) => existsSync(path));
  return entry;
}

/** True if a checkout has a package, and the package is built. */
export const hasPackage = (root, name) => entryOf(root, name) !== undefined;

/** Imports a built package of a checkout, as an application would. */
export function load(name, root = chosenRoot) {
  const entry = entryOf(root, name);
  if (entry === undefined) {
    throw new Error(`${root} has no built package ${name}: run \`npm run build\` there`);
  }
  return import(pathToFileURL(entry).href);
}

/** Returns the path of a checkout's command-line program. */
export const commandLine = (root = chosenRoot) => join(root, 'apps', 'cli', 'bin', 'marquetry.js');
