/** The version of the CLI, read when it is needed. */

/** Returns the version in the CLI's package.json. */
export function versionOf(): string {
  // Use the `node:fs` that Node has already loaded: importing it would load `fs/promises` as well, which slows the
  // start.
  const { readFileSync } = process.getBuiltinModule('node:fs');
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
