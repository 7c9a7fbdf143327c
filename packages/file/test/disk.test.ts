import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EncodingId, PhysicalType } from '@marquetry/core';
import { openSource } from '@marquetry/file';
import { errorOf } from '@marquetry/test-support/errors.js';
import { buildFlatFile } from '@marquetry/test-support/files.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { columnOf, valuesOf } from '@marquetry/test-support/values.js';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { diskSource } from '../src/source/disk.node.js';
import { open, slotsOfColumn } from './sources.js';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'größe #1?.parquet');
const column = columnOf(PhysicalType.INT32);
const bytes = buildFlatFile(column, [
  buildDataPage({ column, encoding: EncodingId.PLAIN, values: valuesOf(column, [1, 2, 3]) }),
]);
beforeEach(() => writeFileSync(path, bytes));

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Returns the number of files in the folder that this process has open. */
function openFiles(): number {
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return links.filter((link) => link.startsWith(folder)).length;
}

describe('a file on disk', () => {
  test.each([
    ['a path', path],
    ['a file URL', pathToFileURL(path)],
    ['a file URL as a string', pathToFileURL(path).href],
  ])('a file on disk can be opened by %s', async (_, input) => {
    const source = await openSource(input);
    expect(source.byteLength).toBe(bytes.length);
    expect(await slotsOfColumn(await open(source))).toEqual([1, 2, 3]);
    expect([...(await source.read(4, 3))]).toEqual([...bytes.subarray(4, 7)]);
  });

  test.runIf(process.platform === 'linux')(
    'a file on disk is open only during reads and until the next turn of the event loop, even if reads fail',
    async () => {
      const source = await diskSource(path);
      expect(openFiles()).toBe(0);
      const reads = Array.from({ length: 200 }, (_, i) => source.read(i % 50, 4));
      await nextTurn();
      expect(openFiles()).toBeLessThanOrEqual(1);
      for (const [i, read] of (await Promise.all(reads)).entries()) {
        expect([...read]).toEqual([...bytes.subarray(i % 50, (i % 50) + 4)]);
      }
      expect(openFiles()).toBe(1);
      expect((await source.read(0, 4)).length).toBe(4);
      expect(openFiles()).toBe(1);
      await nextTurn();
      expect(openFiles()).toBe(0);
      const failing = Array.from({ length: 5 }, () => source.read(bytes.length - 1, 9));
      expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
      await nextTurn();
      expect(openFiles()).toBe(0);
      expect(source.close).toBeUndefined();
    },
  );

  test('opening a missing file rejects with the file-system error', async () => {
    await expect(diskSource(join(folder, 'none'))).rejects.toMatchObject({
      code: 'ENOENT',
      path: join(folder, 'none'),
    });
  });

  test('reading a file that was removed after opening rejects with the file-system error', async () => {
    const source = await diskSource(path);
    rmSync(path);
    await expect(source.read(0, 4)).rejects.toMatchObject({ code: 'ENOENT' });
    writeFileSync(path, bytes);
  });

  test.runIf(process.platform !== 'win32')(
    'opening the path of a pipe, a device, a socket or a directory throws INVALID_ARGUMENT',
    async () => {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const socket = join(folder, 'socket');
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(socket, resolve));
      try {
        const kinds: [string, string][] = [
          // Four blocked reads would occupy all threads that Node uses for file I/O.
          ...Array.from({ length: 4 }, (): [string, string] => [pipe, 'a named pipe']),
          ['/dev/null', 'a device'],
          [socket, 'a socket'],
          [folder, 'a directory'],
        ];
        const errors = await Promise.all(kinds.map(([name]) => errorOf(() => openSource(name))));
        for (const [i, [name, what]] of kinds.entries()) {
          expect(errors[i]?.code).toBe('INVALID_ARGUMENT');
          expect(errors[i]?.reason).toContain(`a path must name a regular file, but ${name} is ${what};`);
        }
        expect((await (await diskSource(path)).read(0, 4)).length).toBe(4);
      } finally {
        server.close();
        rmSync(pipe);
      }
    },
  );

  test.runIf(process.platform !== 'win32')(
    'reading a file that was replaced by a pipe throws CORRUPT without blocking',
    async () => {
      const source = await diskSource(path);
      rmSync(path);
      execFileSync('mkfifo', [path]);
      const error = await errorOf(() => source.read(0, 4));
      rmSync(path);
      expect([error.code, error.reason]).toEqual(['CORRUPT', expect.stringContaining('open it again')]);
    },
  );

  test.each<[string, string | URL, string]>([
    ['a NUL character', 'a\0.parquet', 'must not contain NUL (\\u0000), got "a\\u0000.parquet"'],
    ['an escaped NUL character in a URL', new URL('file:///a%00.parquet'), 'must not contain NUL'],
    ['a file URL with a broken escape', 'file:///%E0%A4%A.parquet', 'is not a valid file URL'],
  ])('opening a path with %s throws INVALID_ARGUMENT', async (_, input, reason) => {
    const error = await errorOf(() => openSource(input));
    expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', expect.stringContaining(reason)]);
  });

  const changes: [string, () => void][] = [
    ['grown', () => appendFileSync(path, 'x')],
    ['shrunk', () => truncateSync(path, bytes.length - 1)],
    ['emptied', () => truncateSync(path, 0)],
    ['rewritten with the same size', () => utimesSync(path, 1e9, 1e9 + 1)],
  ];
  test.each(changes)(
    'reading a file that was %s within the same turn of the event loop throws CORRUPT',
    async (_, change) => {
      utimesSync(path, 1e9, 1e9);
      const source = await diskSource(path);
      expect((await source.read(0, 4)).length).toBe(4);
      change();
      expect((await errorOf(() => source.read(0, 4))).code).toBe('CORRUPT');
    },
  );

  test('a file that is moved away and back can be read again', async () => {
    const source = await diskSource(path);
    expect((await source.read(0, 4)).length).toBe(4);
    const aside = join(folder, 'aside');
    await nextTurn();
    renameSync(path, aside);
    await expect(source.read(0, 4)).rejects.toMatchObject({ code: 'ENOENT' });
    renameSync(aside, path);
    expect((await source.read(0, 4)).length).toBe(4);
  });

  test.each<[string, () => void]>([
    ...changes,
    [
      'replaced by a file with the same size and modification time',
      () => {
        utimesSync(path, 1e9, 1e9);
        const other = join(folder, 'other');
        writeFileSync(other, bytes);
        utimesSync(other, 1e9, 1e9);
        renameSync(other, path);
      },
    ],
  ])(
    'reading a file that was %s between two reads throws CORRUPT, and the error suggests opening it again',
    async (_, change) => {
      utimesSync(path, 1e9, 1e9);
      const source = await diskSource(path);
      expect((await source.read(0, 4)).length).toBe(4);
      await nextTurn();
      change();
      const error = await errorOf(() => source.read(0, 4));
      expect(error.code).toBe('CORRUPT');
      expect(error.reason).toContain('open it again');
    },
  );

  test('reading a file on disk rejects with the reason of an aborted signal', async () => {
    const source = await diskSource(path);
    const reason = new Error('enough');
    await expect(source.read(0, 4, AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const reading = source.read(0, 4, controller.signal);
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
    await expect(openSource(path, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

test('the `version` of a disk source is different after the file has changed', async () => {
  const { version } = await diskSource(path);
  expect(version).toMatch(new RegExp(`^${bytes.length}-\\d+`));
  expect((await diskSource(path)).version).toBe(version);
  utimesSync(path, 1000, 1000);
  const touched = (await diskSource(path)).version;
  expect(touched).toBe(`${bytes.length}-1000000`);
  appendFileSync(path, 'x');
  utimesSync(path, 1000, 1000);
  expect((await diskSource(path)).version).toBe(`${bytes.length + 1}-1000000`);
});

test('reading a file that was replaced by a file of the same size before the first read throws CORRUPT', async () => {
  const source = await diskSource(path);
  const other = `${path}.other`;
  writeFileSync(other, bytes);
  renameSync(other, path);
  expect(await errorOf(() => source.read(0, 4))).toMatchObject({ code: 'CORRUPT' });
});
