/**
 * The files that the tests build, as pyarrow (Arrow C++) reads them. `npm run test:interop` finds a Python that has it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtFiles } from '../mutation/built-files.js';
import { firstDifference, floatText, readSlots, type Slots } from './slots.js';

const python = process.env['MARQUETRY_PYARROW'];
const script = fileURLToPath(new URL('read_with_pyarrow.py', import.meta.url));
const files = builtFiles().filter(({ name }) => !name.startsWith('built/list'));

/** What pyarrow 26 cannot read, or reads otherwise than the specification says. */
const exceptions: readonly { readonly files: RegExp; readonly why: string }[] = [
  { files: /boolean-(PLAIN|RLE)_DICTIONARY/, why: 'it has no dictionaries of BOOLEAN' },
  { files: /bit-packed-levels/, why: 'it takes BIT_PACKED least significant bit first' },
  { files: /empty-pages/, why: 'it ends the chunk at a page without values' },
];

interface Answer {
  readonly columns?: Slots;
  readonly error?: string;
}

if (python === undefined) test.skip('pyarrow reads the built files (skipped: see npm run test:interop)', () => {});

describe.skipIf(python === undefined)('pyarrow', () => {
  const answers = new Map<string, Answer>();
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'marquetry-pyarrow-'));
    for (const { name, bytes } of files) writeFileSync(join(folder, fileName(name)), bytes);
    const { status, stdout, stderr } = spawnSync(python ?? '', [script, folder], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const line of stdout.trim().split('\n')) {
      const { name, ...answer } = JSON.parse(line) as Answer & { name: string };
      answers.set(name, answer);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(python === undefined ? [] : files)('$name', async ({ name, bytes }) => {
    const { columns, error } = answers.get(fileName(name)) ?? {};
    const exception = exceptions.find((candidate) => candidate.files.test(name));
    const own = await readSlots(bytes);
    if (exception === undefined) {
      expect(error).toBeUndefined();
      expect(firstDifference(withFloats(columns ?? {}), own)).toBeUndefined();
    } else {
      expect(firstDifference(withFloats(columns ?? {}), own), exception.why).toBeDefined();
    }
  });
});

function fileName(name: string): string {
  return `${name.replace('built/', '')}.parquet`;
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
