/**
 * The version of the command line.
 */

/** As its manifest states it. */
export function versionOf(): string {
  // Node has loaded this module; an import of it would load `fs/promises`, too.
  const { readFileSync } = process.getBuiltinModule('node:fs');
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
