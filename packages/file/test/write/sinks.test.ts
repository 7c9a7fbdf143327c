import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isByteSink, memorySink, openSink, streamSink } from '@marquetry/file';
import { errorOf, thrownBy } from '@marquetry/test-support/errors.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('memory', () => {
  test('gives the bytes once it is closed', async () => {
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

  test('gives nothing when it was aborted', async () => {
    const sink = memorySink();
    await sink.write(bytes(1));
    await sink.abort();
    expect(thrownBy(() => sink.bytes).reason).toContain('aborted');
    expect((await errorOf(() => sink.close())).code).toBe('INVALID_ARGUMENT');
  });

  test('rejects with the reason of a signal', async () => {
    const sink = memorySink();
    await expect(sink.write(bytes(1), AbortSignal.abort('enough'))).rejects.toBe('enough');
  });
});

describe('stream', () => {
  const collecting = (): { stream: WritableStream<Uint8Array>; log: unknown[] } => {
    const log: unknown[] = [];
    const stream = new WritableStream<Uint8Array>({
      write: (chunk) => void log.push([...chunk]),
      close: () => void log.push('closed'),
      abort: (reason) => void log.push(['aborted', reason]),
    });
    return { stream, log };
  };

  test('writes and closes', async () => {
    const { stream, log } = collecting();
    const sink = openSink(stream);
    await sink.write(bytes(1, 2));
    await sink.write(bytes(3));
    await sink.close();
    await sink.abort('late');
    expect(log).toEqual([[1, 2], [3], 'closed']);
  });

  test('aborts', async () => {
    const { stream, log } = collecting();
    const sink = streamSink(stream);
    await sink.write(bytes(1));
    await sink.abort('why');
    await sink.abort('again');
    expect(log).toEqual([[1], ['aborted', 'why']]);
  });

  test('rejects with what the stream rejects with', async () => {
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

describe('disk', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'marquetry-sink-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('the file appears when it is closed', async () => {
    const path = join(folder, 'a.parquet');
    const sink = openSink(path);
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

  test('an old file stays until then, and for good when writing is given up', async () => {
    const path = join(folder, 'a.parquet');
    writeFileSync(path, 'old');
    const sink = openSink(pathToFileURL(path));
    await sink.write(bytes(1));
    expect(readFileSync(path, 'utf8')).toBe('old');
    await sink.abort();
    expect(readdirSync(folder)).toEqual(['a.parquet']);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect((await errorOf(() => sink.write(bytes(2)))).reason).toContain('the file is aborted');
    const next = openSink(path);
    await next.write(bytes(9));
    await next.close();
    expect([...readFileSync(path)]).toEqual([9]);
  });

  test('a write that is aborted by its signal removes the temporary file', async () => {
    const sink = openSink(join(folder, 'a.parquet'));
    await sink.write(bytes(1));
    await expect(sink.write(bytes(2), AbortSignal.abort('enough'))).rejects.toBe('enough');
    await sink.abort();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('calls that overlap take turns', async () => {
    const path = join(folder, 'a.parquet');
    const sink = openSink(path);
    await Promise.all([sink.write(bytes(1)), sink.write(bytes(2)), sink.write(bytes(3)), sink.close()]);
    expect([...readFileSync(path)]).toEqual([1, 2, 3]);
  });

  test('a link is followed', async () => {
    const path = join(folder, 'real.parquet');
    writeFileSync(path, 'old');
    symlinkSync(path, join(folder, 'link.parquet'));
    const sink = openSink(join(folder, 'link.parquet'));
    await sink.write(bytes(5));
    await sink.close();
    expect([...readFileSync(path)]).toEqual([5]);
    expect(readdirSync(folder).sort()).toEqual(['link.parquet', 'real.parquet']);
  });

  test('errors of the file system come as they are', async () => {
    const sink = openSink(join(folder, 'missing', 'a.parquet'));
    await expect(sink.write(bytes(1))).rejects.toMatchObject({ code: 'ENOENT' });
    await sink.abort();
  });

  test('what is no regular file is refused', async () => {
    mkdirSync(join(folder, 'sub'));
    const error = await errorOf(() => openSink(join(folder, 'sub')).write(bytes(1)));
    expect([error.code, readdirSync(folder)]).toEqual(['INVALID_ARGUMENT', ['sub']]);
  });
});

test('what is no sink is refused', () => {
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
