/**
 * A timer can abort a call that still has seconds of work to do, because calls yield to the event loop and then check
 * their signal. `node tests/memory/abort.mjs` measures how quickly calls end, for more files.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type AbortCase, openSources, readingCases, type SourceKind } from './abort-calls.js';
import { slowFiles } from './abort-files.js';
import { writingCases } from './abort-writes.js';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-abort-'));
const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
  rmSync(folder, { recursive: true, force: true });
});

/** Tests that each call rejects with the reason of its signal. A call that never yields to the event loop would complete instead. */
function expectAborted(cases: readonly AbortCase[]): void {
  test.each([...cases])('$name rejects with the reason that was passed to abort()', async ({ prepare }) => {
    const run = await prepare();
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('stopped by a timer')), 1);
    await expect(run(controller.signal)).rejects.toThrow('stopped by a timer');
  });
}

async function casesOf(name: string, kinds: readonly SourceKind[], wanted: RegExp): Promise<AbortCase[]> {
  const sources = await openSources((slowFiles[name] as () => Uint8Array)(), folder, name);
  closing.push(sources.close);
  return kinds
    .flatMap((kind) => readingCases(name, kind, sources.inputs[kind]))
    .filter((each) => wanted.test(each.name));
}

// Matches the calls that take long enough to be aborted. Reading the last row, or pages as stored, ends before the
// timer fires.
const long = /^(?!last row|pages)/;

describe('aborting reads of 8 MiB pages', async () => {
  expectAborted(await casesOf('numbers', ['memory'], long));
});

describe('aborting reads of lists', async () => {
  expectAborted(await casesOf('lists', ['memory'], /^(rows|rowBatches|columns|nested|toArrow),/));
});

describe('aborting reads from a Blob, a disk or a server', async () => {
  expectAborted(await casesOf('texts', ['Blob', 'disk', 'HTTP'], /^(rows|columns|nested),/));
});

// Inputs that take a fraction of a second are enough, because the timer fires after one millisecond.
const sizes = { textRows: 2 ** 18, numberRows: 500_000, objectRows: 100_000, slots: 2 ** 22 };

describe('aborting writes', () => {
  expectAborted(writingCases(sizes));
});
