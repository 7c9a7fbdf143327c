// Replaces the tables between the markers in docs/performance.md with newly measured ones.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownRoot } from '../checkout.mjs';

const document = join(ownRoot, 'docs', 'performance.md');
const start = (name) => `<!-- bench: ${name} -->`;
const end = '<!-- end of bench -->';

/**
 * Writes each table to docs/performance.md, between the start marker with the name of the table and the next end
 * marker.
 */
export function fillDocument(tables) {
  let filled = readFileSync(document, 'utf8');
  for (const [name, table] of Object.entries(tables)) {
    const from = filled.indexOf(start(name));
    if (from === -1 || table === undefined) continue;
    const to = filled.indexOf(end, from);
    if (to === -1) throw new Error(`docs/performance.md: ${start(name)} has no matching ${end}`);
    filled = `${filled.slice(0, from)}${start(name)}\n${table}\n${filled.slice(to)}`;
  }
  writeFileSync(document, filled);
}
