/**
 * Reads files with a Python library, and returns the columns as text in the form that slots.ts defines. `npm run
 * test:interop` finds a Python that has the library.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { floatText, type Slots } from './slots.js';

/** The columns that the library read, or the reason why it could not. */
export interface Answer {
  readonly columns?: Slots;
  readonly error?: string;
}

/** A file to be read. Its name must be valid as a file name. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Returns the standard output of a script in this folder, whose arguments are `more` and then a folder with the files. Starts Python only
 * once for all files.
 */
export function runOver(
  python: string,
  script: string,
  files: Iterable<NamedFile>,
  more: readonly string[] = [],
): string {
  const folder = mkdtempSync(join(tmpdir(), 'marquetry-python-'));
  try {
    for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes);
    const path = fileURLToPath(new URL(script, import.meta.url));
    const { status, stdout, stderr } = spawnSync(python, [path, ...more, folder], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (status !== 0) throw new Error(`Python ended with ${status}: ${stderr}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the results by name, from a script that prints one line of JSON per file: {"name", "columns"} or {"name", "error"}. */
export function readWith(python: string, script: string, files: Iterable<NamedFile>): ReadonlyMap<string, Answer> {
  const answers = new Map<string, Answer>();
  for (const line of runOver(python, script, files).trim().split('\n')) {
    const { name, columns, error } = JSON.parse(line) as Answer & { name: string };
    answers.set(name, columns === undefined ? { error: error ?? '' } : { columns: withFloats(columns) });
  }
  return answers;
}

function withFloats(slots: Slots): Slots {
  const write = (text: string): string => {
    if (!text.startsWith('f') || text === 'false') return text;
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(`0x${text.slice(1)}`));
    return floatText(view.getFloat64(0));
  };
  return Object.fromEntries(Object.entries(slots).map(([name, column]) => [name, column.map(write)]));
}
