/**
 * Plans and results that were changed by hand: each line is either rejected with a clear error, or valid and executed as
 * written. No file is written outside the store.
 */
import { isParquetError } from '@marquetry/core';
import {
  commitSplits,
  executeSplit,
  parseSplit,
  planSplits,
  rewriteTask,
  type Split,
  type SplitResult,
} from '@marquetry/splits';
import { fullOr } from '@marquetry/test-support/full.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { contentId } from '../src/json.js';
import { memoryFiles, memoryStore } from './memory.js';
import { tableFile } from './tables.js';

const files: Record<string, Uint8Array> = {};
const resolve = memoryFiles(files);
let split: Split;
let results: readonly SplitResult[];
beforeAll(async () => {
  files['a'] = await tableFile(600, { rowGroupRows: 200, pageRows: 40 });
  const plan = await planSplits(['memory:a'], { resolve, targetBytes: 4000, where: { id: { ge: 50n } } });
  split = plan.splits[0] as Split;
  const output = memoryStore();
  const done: SplitResult[] = [];
  for (const each of plan.splits) done.push(await executeSplit(each, rewriteTask(), { attempt: 'a', output, resolve }));
  results = done;
});

/** Returns the split with changed members, and with the id that matches them. */
function forged(changes: object): Split {
  const { id: _, ...rest } = { ...split, ...changes };
  return { ...rest, id: contentId(rest) };
}

async function executed(given: unknown): Promise<unknown> {
  const output = memoryStore();
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const found = await executeSplit(text, rewriteTask(), { attempt: 'a', output, resolve }).catch(
    (error: unknown) => error,
  );
  const keys = [...output.files.keys()];
  for (const key of keys) expect(key).toMatch(/^_parts\/[0-9a-f]{64}\.a\.parquet$/);
  if (found instanceof Error) expect(keys).toEqual([]);
  return found;
}

describe('invalid splits', () => {
  const part = (changes: object): object => ({ parts: [{ ...split.parts[0], ...changes }] });
  const cases: readonly (readonly [string, () => unknown, RegExp])[] = [
    ['that is not JSON', () => '{"version":1', /^the split is not JSON: /],
    ['that is not an object', () => '[1]', /^the split is not valid: expected an object, got \[1\]/],
    ['of another version', () => ({ ...split, version: 2 }), /`version` must be 1: plan again/],
    [
      'with a forged id',
      () => ({ ...split, id: '0'.repeat(64) }),
      /`id` must be [0-9a-f]{64}, the SHA-256 of the other members, got "0000/,
    ],
    ['whose content was changed', () => ({ ...split, columns: [] }), /`id` must be/],
    ['without parts', () => forged({ parts: {} }), /`parts` must be an array/],
    [
      'with text instead of a number',
      () => forged({ estimate: { rows: '1', bytes: 0 } }),
      /`estimate.bytes` must be \d+, the bytes|`estimate.rows`/,
    ],
    [
      'with a huge number',
      () => forged({ plan: { ...split.plan, splits: 1e300 } }),
      /`plan.splits` must be a whole number/,
    ],
    [
      'whose position is outside the plan',
      () => forged({ plan: { ...split.plan, index: split.plan.splits } }),
      /`plan.index` must be below/,
    ],
    [
      'with ranges beyond the file',
      () => forged(part({ ranges: [[0, 1e6]] })),
      /`parts\[0\].ranges` must not end after \d+/,
    ],
    [
      'with ranges that overlap',
      () =>
        forged(
          part({
            ranges: [
              [4, 100],
              [50, 100],
            ],
          }),
        ),
      /must be a list of non-empty ranges/,
    ],
    ['with an empty range', () => forged(part({ ranges: [[4, 0]] })), /a list of non-empty ranges in ascending order/],
    ['with a negative range', () => forged(part({ ranges: [[-4, 8]] })), /must be a whole number/],
    ['with a range of three numbers', () => forged(part({ ranges: [[4, 8, 2]] })), /must be an array of two numbers/],
    [
      'with a path that is not text',
      () => forged(part({ source: { uri: 7, byteLength: 1 } })),
      /`parts\[0\].source.uri` must be a string/,
    ],
    ['with `where` that is not an object', () => forged({ where: 'x' }), /`where` must be an object/],
  ];
  test.each(cases)('a worker rejects a split %s', async (_, given, reason) => {
    const error = await executed(given());
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', reason: expect.stringMatching(reason) });
    expect((error as Error).message).not.toContain('\n');
  });

  test('a worker rejects a split whose footer is malformed or does not match its row groups', async () => {
    for (const footer of ['', '!', 'AAAA', btoa('x'.repeat(500))]) {
      expect(await executed(forged({ parts: [{ ...split.parts[0], footer }] }))).toSatisfy(isParquetError);
    }
    const rowGroups = { parts: [{ ...split.parts[0], rowGroups: [0, 1, 2, 3] }] };
    expect(await executed(forged(rowGroups))).toMatchObject({
      message: expect.stringMatching(/the split lists 4 row groups, but its footer has \d+ \(file memory:a\)/),
    });
  });

  test('a worker rejects a split whose rows or columns are not in its footer', async () => {
    expect(await executed(forged({ parts: [{ ...split.parts[0], rows: [[0, 2 ** 40]] }] }))).toMatchObject({
      code: 'CORRUPT',
    });
    expect(await executed(forged({ columns: ['none'] }))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await executed(forged({ where: { none: 1 } }))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await executed(forged({ columns: [] }))).toMatchObject({
      reason: expect.stringMatching(/no columns to write/),
    });
  });

  test('a worker rejects the name of an attempt if it could be a path', async () => {
    for (const attempt of ['', '../x', 'a/b', '.a', 'a.b', 'x'.repeat(65), 'a\n', undefined]) {
      const output = memoryStore();
      await expect(
        executeSplit(split, rewriteTask(), { attempt: attempt as string, output, resolve }),
      ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      expect(output.files.size).toBe(0);
    }
  });
});

test('a result is rejected if it names a file outside the store, or is malformed', async () => {
  const [first, ...others] = results as [SplitResult, ...SplitResult[]];
  const output = first.output as NonNullable<SplitResult['output']>;
  const changes: readonly object[] = [
    { output: { ...output, uri: '../../etc/passwd' } },
    { output: { ...output, uri: `_parts/../_parts/${first.splitId}.a.parquet` } },
    { attempt: '../a', output: { ...output, uri: `_parts/${first.splitId}.../a.parquet` } },
    { splitId: '../../x' },
    { output: { ...output, byteLength: 1e300 } },
    { output: { ...output, rows: -1 } },
    { output: [] },
    { plan: { ...first.plan, splits: 2 ** 52 } },
    { plan: null },
    { task: '../x' },
  ];
  for (const change of changes) {
    const target = memoryStore();
    const error = await commitSplits([JSON.stringify({ ...first, ...change }), ...others], { target }).catch(
      (each: unknown) => each,
    );
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(target.files.size).toBe(0);
  }
  for (const line of ['', 'null', '7', '{"splitId":', '"x"']) {
    await expect(commitSplits([line], { target: memoryStore() })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  }
  for (const name of ['../x', 'a/b', '', '.hidden', '_SUCCESS', 'x'.repeat(300)]) {
    await expect(commitSplits(results, { target: memoryStore(), mode: 'one-file', name })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  }
});

/** Returns a generator of pseudo-random integers in [0, most). */
function random(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 48271) % 2147483647;
    return state % most;
  };
}

const odd: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  2 ** 53,
  1e308,
  '',
  '../x',
  'a',
  [],
  [[]],
  {},
  [1, 2, 3],
  { a: 1 },
  '\u0000',
  '__proto__',
];

/** Replaces one member, at any depth, with another value. */
function changed(value: unknown, next: (most: number) => number): unknown {
  if (typeof value !== 'object' || value === null || next(5) === 0) return odd[next(odd.length)];
  const entries = Object.entries(value);
  if (entries.length === 0) return odd[next(odd.length)];
  const [name] = entries[next(entries.length)] as [string, unknown];
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[name] = changed(copy[name], next);
  return copy;
}

test('executing a split with random changes either produces a result, or throws a ParquetError and writes no file', async () => {
  const seed = 1 + Math.floor(Math.random() * 1e9);
  const next = random(seed);
  for (let i = 0; i < fullOr(3000, 300); i++) {
    const { id: _, ...rest } = (changed(split, next) ?? {}) as Split;
    let given: unknown = rest;
    // Most changed splits get the id that matches their content.
    if (next(10) > 0) {
      try {
        given = { ...rest, id: contentId(rest) };
      } catch {
        continue;
      }
    }
    const found = await executed(given);
    if (found instanceof Error && !isMissing(found))
      expect(isParquetError(found), `seed ${seed}, ${i}: ${found}`).toBe(true);
  }
});

test('a split with changed footer bytes either produces a result, or throws a ParquetError and writes no file', async () => {
  const seed = 1 + Math.floor(Math.random() * 1e9);
  const next = random(seed);
  const [part] = split.parts;
  const footer = Uint8Array.from(atob(part?.footer ?? ''), (character) => character.charCodeAt(0));
  for (let i = 0; i < fullOr(3000, 300); i++) {
    const bytes = footer.slice(0, next(8) === 0 ? next(footer.length) : footer.length);
    for (let flips = 1 + next(3); flips > 0 && bytes.length > 0; flips--) bytes[next(bytes.length)] = next(256);
    const found = await executed(forged({ parts: [{ ...part, footer: btoa(String.fromCharCode(...bytes)) }] }));
    if (found instanceof Error) expect(isParquetError(found), `seed ${seed}, ${i}: ${found}`).toBe(true);
  }
});

test('the commit of a changed result either succeeds or throws a ParquetError', async () => {
  const seed = 1 + Math.floor(Math.random() * 1e9);
  const next = random(seed);
  for (let i = 0; i < fullOr(5000, 1000); i++) {
    const at = next(results.length);
    const lines = results.map((result, j) => JSON.stringify(j === at ? changed(result, next) : result));
    const found = await commitSplits(lines, { target: memoryStore() }).catch((error: unknown) => error);
    if (found instanceof Error && !isMissing(found))
      expect(isParquetError(found), `seed ${seed}, ${i}: ${found}`).toBe(true);
  }
});

function isMissing(error: Error): boolean {
  return (error as { code?: unknown }).code === 'ENOENT';
}

test('a split is unchanged after a round trip through JSON', () => {
  expect(parseSplit(JSON.stringify(split))).toEqual(split);
  expect(parseSplit(JSON.parse(JSON.stringify(split)))).toEqual(split);
});
