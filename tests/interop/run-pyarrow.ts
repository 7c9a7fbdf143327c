/**
 * Files as pyarrow (Arrow C++) reads them, in the form of slots.ts. `npm run test:interop` finds a Python that has it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { floatText, type Slots } from './slots.js';

/** The Python to use; undefined where there is none with pyarrow. */
export const python: string | undefined = process.env['MARQUETRY_PYARROW'];
const script = fileURLToPath(new URL('read_with_pyarrow.py', import.meta.url));

/** What pyarrow has read, or why it has not. */
export interface Answer {
  readonly columns?: Slots;
  readonly error?: string;
}

/** Answers by name, which must be file names. One run of Python, however many files. */
export async function readWithPyarrow(
  files: Iterable<{ readonly name: string; readonly bytes: Uint8Array }>,
): Promise<ReadonlyMap<string, Answer>> {
  const folder = mkdtempSync(join(tmpdir(), 'marquetry-pyarrow-'));
  try {
    for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes);
    const { status, stdout, stderr } = spawnSync(python ?? '', [script, folder], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (status !== 0 || stderr !== '') throw new Error(`Python ended with ${status}: ${stderr}`);
    const answers = new Map<string, Answer>();
    for (const line of stdout.trim().split('\n')) {
      const { name, columns, error } = JSON.parse(line) as Answer & { name: string };
      answers.set(name, columns === undefined ? { error: error ?? '' } : { columns: withFloats(columns) });
    }
    return answers;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
