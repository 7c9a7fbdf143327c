/** Reads the version of the CLI only when it is needed. */

/** Returns the version in the CLI's package.json. */
export function versionOf(): string {
  // Do not import `node:fs`, which would load `fs/promises` as well and slow down the start.
  const { readFileSync } = process.getBuiltinModule('node:fs');
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
