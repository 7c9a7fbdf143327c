import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { yieldToEventLoop } from '@marquetry/core';
import { isByteSink, memorySink, openSink, streamSink } from '@marquetry/file';
import { errorOf, thrownBy } from '@marquetry/test-support/errors.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('memory sink', () => {
  test('a memory sink returns its bytes once it is closed', async () => {
    const sink = memorySink();
    await sink.write(bytes(1, 2));
    await sink.write(bytes(3));
    expect(thrownBy(() => sink.bytes).code).toBe('INVALID_ARGUMENT');
    await sink.close();
    expect([...sink.bytes]).toEqual([1, 2, 3]);
    expect((await errorOf(() => sink.write(bytes(4)))).reason).toContain('is closed');
    await sink.abort();
    expect([...sink.bytes]).toEqual([1, 2, 3]);
  });

  test('reading the bytes of an aborted memory sink throws INVALID_ARGUMENT', async () => {
    const sink = memorySink();
    await sink.write(bytes(1));
    await sink.abort();
    expect(thrownBy(() => sink.bytes).reason).toContain('aborted');
    expect((await errorOf(() => sink.close())).code).toBe('INVALID_ARGUMENT');
  });

  test('a memory sink discards its bytes if it is aborted while close() joins the written parts', async () => {
    const sink = memorySink();
    for (let i = 0; i < 50; i++) await sink.write(bytes(i));
    // Every check of the clock finds that it is time to yield to the event loop.
    let now = performance.now() + 1e6;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 100;
      return now;
    });
    const closing = sink.close();
    await sink.abort();
    expect((await errorOf(() => closing)).reason).toContain('is aborted');
    expect(thrownBy(() => sink.bytes).reason).toContain('aborted');
    clock.mockRestore();
    await yieldToEventLoop();
  });

  test('a write to a memory sink rejects with the reason of an aborted signal', async () => {
    const sink = memorySink();
    await expect(sink.write(bytes(1), AbortSignal.abort('enough'))).rejects.toBe('enough');
  });
});

describe('stream sink', () => {
  const collecting = (): { stream: WritableStream<Uint8Array>; log: unknown[] } => {
    const log: unknown[] = [];
    const stream = new WritableStream<Uint8Array>({
      write: (chunk) => void log.push([...chunk]),
      close: () => void log.push('closed'),
      abort: (reason) => void log.push(['aborted', reason]),
    });
    return { stream, log };
  };

  test('a stream sink writes to the stream and closes it', async () => {
    const { stream, log } = collecting();
    const sink = openSink(stream);
    await sink.write(bytes(1, 2));
    await sink.write(bytes(3));
    await sink.close();
    await sink.abort('late');
    expect(log).toEqual([[1, 2], [3], 'closed']);
  });

  test('aborting a stream sink aborts the stream', async () => {
    const { stream, log } = collecting();
    const sink = streamSink(stream);
    await sink.write(bytes(1));
    await sink.abort('why');
    await sink.abort('again');
    expect(log).toEqual([[1], ['aborted', 'why']]);
  });

  test('a write to a stream that never settles rejects when the signal aborts, and the stream is aborted', async () => {
    let controllerSignal: AbortSignal | undefined;
    const stream = new WritableStream<Uint8Array>({
      write: (_, controller) => {
        controllerSignal = controller.signal;
        return new Promise(() => {});
      },
    });
    const sink = streamSink(stream);
    const controller = new AbortController();
    const writing = sink.write(bytes(1), controller.signal);
    await Promise.resolve();
    controller.abort('enough');
    await expect(writing).rejects.toBe('enough');
    // Closing the stream would wait for its write, which never settles.
    void sink.abort('enough');
    expect([controllerSignal?.aborted, controllerSignal?.reason]).toEqual([true, 'enough']);
  });

  test('a stream sink rejects with the error that the stream throws', async () => {
    const failure = new Error('quota');
    const sink = streamSink(
      new WritableStream({
        write: () => {
          throw failure;
        },
      }),
    );
    await expect(sink.write(bytes(1))).rejects.toBe(failure);
    await expect(sink.write(bytes(2))).rejects.toBe(failure);
  });
});

describe.each([
  ['a file sink', {}],
  ['a file sink with direct I/O', { direct: true }],
])('%s', (_, options) => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'marquetry-sink-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('the target of a file sink is created only when the sink is closed', async () => {
    const path = join(folder, 'a.parquet');
    const sink = openSink(path, options);
    expect(readdirSync(folder)).toEqual([]);
    await sink.write(bytes(1, 2));
    await sink.write(new Uint8Array(100_000).fill(7));
    const [temporary, ...others] = readdirSync(folder);
    expect([others, temporary]).toEqual([[], expect.stringMatching(/^\.a\.parquet\..*\.tmp$/)]);
    await sink.close();
    expect(readdirSync(folder)).toEqual(['a.parquet']);
    expect(readFileSync(path).length).toBe(100_002);
    await sink.abort();
    expect(readFileSync(path)[1]).toBe(2);
  });

  test('an existing file is replaced when the sink is closed, and remains if the sink is aborted', async () => {
    const path = join(folder, 'a.parquet');
    writeFileSync(path, 'old');
    const sink = openSink(pathToFileURL(path), options);
    await sink.write(bytes(1));
    expect(readFileSync(path, 'utf8')).toBe('old');
    await sink.abort();
    expect(readdirSync(folder)).toEqual(['a.parquet']);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect((await errorOf(() => sink.write(bytes(2)))).reason).toContain('the sink is aborted');
    const next = openSink(path, options);
    await next.write(bytes(9));
    await next.close();
    expect([...readFileSync(path)]).toEqual([9]);
  });

  test('a file sink removes the temporary file if the signal aborts a write', async () => {
    const sink = openSink(join(folder, 'a.parquet'), options);
    await sink.write(bytes(1));
    await expect(sink.write(bytes(2), AbortSignal.abort('enough'))).rejects.toBe('enough');
    await sink.abort();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a file sink runs overlapping calls one after the other', async () => {
    const path = join(folder, 'a.parquet');
    const sink = openSink(path, options);
    await Promise.all([sink.write(bytes(1)), sink.write(bytes(2)), sink.write(bytes(3)), sink.close()]);
    expect([...readFileSync(path)]).toEqual([1, 2, 3]);
  });

  test('a file sink writes to the target of a symbolic link', async () => {
    const path = join(folder, 'real.parquet');
    writeFileSync(path, 'old');
    symlinkSync(path, join(folder, 'link.parquet'));
    const sink = openSink(join(folder, 'link.parquet'), options);
    await sink.write(bytes(5));
    await sink.close();
    expect([...readFileSync(path)]).toEqual([5]);
    expect(readdirSync(folder).sort()).toEqual(['link.parquet', 'real.parquet']);
  });

  test.each([
    ['a symbolic link', ['made.parquet']],
    ['a relative symbolic link to an absolute one', ['sub/next', '../made.parquet']],
  ])('a file sink creates the missing target of %s', async (_, steps) => {
    mkdirSync(join(folder, 'sub'));
    symlinkSync(steps[0]!, join(folder, 'link.parquet'));
    if (steps[1] !== undefined) symlinkSync(join(folder, 'sub', steps[1]), join(folder, 'sub', 'next'));
    const sink = openSink(join(folder, 'link.parquet'), options);
    await sink.write(bytes(5));
    await sink.close();
    expect([...readFileSync(join(folder, 'made.parquet'))]).toEqual([5]);
    expect(lstatSync(join(folder, 'link.parquet')).isSymbolicLink()).toBe(true);
  });

  test('writing to a file sink whose path is a circular symbolic link rejects with the file-system error', async () => {
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    await expect(openSink(join(folder, 'a'), options).write(bytes(1))).rejects.toMatchObject({ code: 'ELOOP' });
  });

  test.each([
    ['240 characters', 'x'.repeat(240)],
    ['255 characters', 'x'.repeat(255)],
    ['255 bytes in 85 characters', '\u6771'.repeat(85)],
    ['252 bytes in 126 UTF-16 code units', '\u{1f600}'.repeat(63)],
    ['1 character', 'x'],
  ])('a file sink writes a file whose name has %s, under a temporary name that is not too long', async (_, name) => {
    const sink = openSink(join(folder, name), options);
    await sink.write(bytes(5));
    const [temporary] = readdirSync(folder);
    expect(Buffer.byteLength(temporary!)).toBeLessThanOrEqual(Math.max(Buffer.byteLength(name), 64));
    expect(temporary).toMatch(/^\.(x|\u6771|\u{1f600})+\.\d+-[0-9a-f]{12}\.tmp$/u);
    await sink.close();
    expect(readdirSync(folder)).toEqual([name]);
  });

  test('a backslash or a drive letter is part of the file name on systems other than Windows', async () => {
    if (process.platform === 'win32') return;
    const sink = openSink(`${folder}/C:\\data\\a.parquet`, options);
    await sink.write(bytes(5));
    await sink.close();
    expect(readdirSync(folder)).toEqual(['C:\\data\\a.parquet']);
  });

  test.runIf(process.platform !== 'win32')(
    'a new file has the mode 0666 minus the umask, and an existing file keeps its mode',
    async () => {
      const modeAfter = async (mode: number | undefined): Promise<number> => {
        const path = join(folder, 'a.parquet');
        rmSync(path, { force: true });
        if (mode !== undefined) {
          writeFileSync(path, 'old');
          chmodSync(path, mode);
        }
        const sink = openSink(path, options);
        await sink.write(bytes(1));
        const [temporary] = readdirSync(folder).filter((name) => name.endsWith('.tmp'));
        const during = statSync(join(folder, temporary!)).mode & 0o777;
        await sink.close();
        expect(statSync(path).mode & 0o777).toBe(during);
        return during;
      };
      const umask = process.umask();
      expect(await modeAfter(undefined)).toBe(0o666 & ~umask);
      for (const mode of [0o600, 0o666, 0o444, 0o640, 0o777]) expect(await modeAfter(mode)).toBe(mode);
    },
  );

  test('file-system errors keep their code and state the path that the caller passed', async () => {
    const path = join(folder, 'missing', 'a.parquet');
    const sink = openSink(path, options);
    const message = `ENOENT: no such file or directory, open '${path}'`;
    await expect(sink.write(bytes(1))).rejects.toMatchObject({ code: 'ENOENT', path, message });
    await sink.abort();
  });

  test('opening a file sink for a path with a NUL character throws INVALID_ARGUMENT', () => {
    expect(thrownBy(() => openSink('a\0.parquet', options)).reason).toContain('must not contain NUL');
    expect(thrownBy(() => openSink('file:///a%00.parquet', options)).code).toBe('INVALID_ARGUMENT');
  });

  test('two sinks for the same path do not mix their bytes: the file has the bytes of the sink that is closed last', async () => {
    const path = join(folder, 'a.parquet');
    const sinks = [openSink(path, options), openSink(path, options)];
    for (let i = 0; i < 3; i++) await Promise.all(sinks.map((sink, k) => sink.write(bytes(k, k))));
    await sinks[1]!.close();
    expect([...readFileSync(path)]).toEqual([1, 1, 1, 1, 1, 1]);
    await sinks[0]!.close();
    expect([...readFileSync(path)]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(readdirSync(folder)).toEqual(['a.parquet']);
  });

  test('an abort during close leaves either the complete file or no file', async () => {
    const path = join(folder, 'a.parquet');
    const sink = openSink(path, options);
    await sink.write(bytes(1, 2));
    const closing = sink.close();
    const aborting = sink.abort();
    expect((await errorOf(() => closing)).reason).toContain('the sink is aborted');
    await aborting;
    expect(readdirSync(folder)).toEqual([]);
  });

  test.runIf(process.platform !== 'win32')('a file sink rejects a named pipe without blocking', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    expect((await errorOf(() => openSink(path, options).write(bytes(1)))).reason).toContain(`${path} is a named pipe`);
  });

  test('a file sink rejects a path that is not a regular file', async () => {
    mkdirSync(join(folder, 'sub'));
    const error = await errorOf(() => openSink(join(folder, 'sub'), options).write(bytes(1)));
    expect([error.code, readdirSync(folder)]).toEqual(['INVALID_ARGUMENT', ['sub']]);
  });
});

test('openSink rejects a value that is not a sink', () => {
  expect(thrownBy(() => openSink(5 as unknown as string)).code).toBe('INVALID_ARGUMENT');
  expect(thrownBy(() => openSink('https://example.com/a.parquet')).reason).toContain('cannot be written to');
  const mine = { write: async () => {}, close: async () => {}, abort: async () => {} };
  expect([openSink(mine) === mine, isByteSink(mine), isByteSink(null), isByteSink({})]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
