/** The version of the command line. */

/** Returns the version in the package's manifest. */
export function versionOf(): string {
  // Node has already loaded `node:fs`; an import of it would load `fs/promises` too.
  const { readFileSync } = process.getBuiltinModule('node:fs');
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
