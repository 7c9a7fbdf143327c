import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCodecRegistry, EncodingId, yieldToEventLoop } from '@marquetry/core';
import {
  type ByteSink,
  bytesSource,
  type ColumnInput,
  type FileWriter,
  type FileWriterOptions,
  memorySink,
  openFile,
  openSink,
} from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { createSchema, defineSchema } from '@marquetry/schema';
import { errorOf, thrownBy } from '@marquetry/test-support/errors.js';
import { snappy, standardEncodings } from '@marquetry/test-support/standard.js';
import { afterEach, describe, expect, test, vi } from 'vitest';

const encodings = standardEncodings;
const schema = defineSchema({ n: 'INT64' });
const never = new Promise<never>(() => {});
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
afterEach(async () => {
  vi.restoreAllMocks();
  // Yielding resets the time of the last yield, which a test may have taken from a mocked clock.
  await yieldToEventLoop();
});

const writerTo = (sink: ByteSink, options: Partial<FileWriterOptions> = {}): FileWriter =>
  createFileWriter(sink, { schema, encodings, encoding: EncodingId.PLAIN, rowGroupRows: 10_000, ...options });
const values = BigInt64Array.from({ length: 20_000 }, (_, i) => BigInt(i) * 1_000_003n);

interface Log extends ByteSink {
  readonly calls: string[];
  readonly signals: (AbortSignal | undefined)[];
  readonly reasons: unknown[];
}

/** Returns a sink that records its calls and then calls `behave`, which may hang or throw. */
function loggingSink(behave: (call: string, nth: number) => Promise<void> | void = () => {}): Log {
  const calls: string[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const reasons: unknown[] = [];
  const note = (call: string): Promise<void> | void => {
    calls.push(call);
    return behave(call, calls.length - 1);
  };
  return {
    calls,
    signals,
    reasons,
    // A sink written in JavaScript may be synchronous and throw.
    write: ((_: Uint8Array, signal?: AbortSignal) => {
      signals.push(signal);
      return note('write');
    }) as ByteSink['write'],
    close: (() => note('close')) as ByteSink['close'],
    abort: ((reason: unknown) => {
      reasons.push(reason);
      return note('abort');
    }) as ByteSink['abort'],
  };
}

describe('a sink that never settles', () => {
  test.each(['write', 'close'])(
    'if the %s of a sink never settles, the call rejects when the signal aborts, and the sink receives the signal',
    async (hanging) => {
      const sink = loggingSink((call) => (call === hanging ? never : undefined));
      const controller = new AbortController();
      const writer = writerTo(sink, { signal: controller.signal });
      const call = writer.write({ n: values }).then(() => writer.finish());
      while (sink.calls.at(-1) !== hanging) await turn();
      controller.abort('enough');
      await expect(call).rejects.toBe('enough');
      expect(sink.signals.every((signal) => signal?.aborted === true && signal.reason === 'enough')).toBe(true);
      expect([sink.calls.slice(-2), sink.reasons]).toEqual([[hanging, 'abort'], ['enough']]);
      expect((await errorOf(() => writer.finish())).reason).toContain('has failed');
    },
  );

  test.each(['write', 'close'])(
    'if the %s of a sink never settles, the call rejects when abort() is called',
    async (hanging) => {
      const sink = loggingSink((call) => (call === hanging ? never : undefined));
      const writer = writerTo(sink);
      const call = writer.write({ n: values }).then(() => writer.finish());
      while (sink.calls.at(-1) !== hanging) await turn();
      const aborting = writer.abort('enough');
      const error = await errorOf(() => call);
      expect([error.reason, error.cause]).toEqual(['the file writer has been aborted', 'enough']);
      await aborting;
      expect([sink.calls.slice(-2), sink.reasons]).toEqual([[hanging, 'abort'], ['enough']]);
    },
  );

  test('a call that rejects because the signal aborts does not wait until the sink is aborted', async () => {
    const sink = loggingSink(() => never);
    const controller = new AbortController();
    const call = writerTo(sink, { signal: controller.signal }).write({ n: values });
    while (sink.calls.length === 0) await turn();
    controller.abort('enough');
    await expect(call).rejects.toBe('enough');
    expect(sink.calls).toEqual(['write', 'abort']);
  });

  test('a failed call that waits for the sink to be aborted stops waiting when the signal aborts or abort() is called', async () => {
    const failure = new Error('disk full');
    const fails = (call: string): Promise<void> => (call === 'abort' ? never : Promise.reject(failure));
    const controller = new AbortController();
    const first = loggingSink(fails);
    const call = writerTo(first, { signal: controller.signal }).write({ n: values });
    while (!first.calls.includes('abort')) await turn();
    controller.abort('enough');
    await expect(call).rejects.toBe(failure);

    const second = loggingSink(fails);
    const writer = writerTo(second);
    const other = writer.write({ n: values });
    while (!second.calls.includes('abort')) await turn();
    void writer.abort();
    await expect(other).rejects.toBe(failure);
  });

  test('a write rejects when the signal aborts even if the stream behind the sink never settles', async () => {
    let seen: AbortSignal | undefined;
    const stream = new WritableStream<Uint8Array>({
      write: (_, controller) => {
        seen = controller.signal;
        return never;
      },
    });
    const controller = new AbortController();
    const call = writerTo(openSink(stream), { signal: controller.signal }).write({ n: values });
    while (seen === undefined) await turn();
    controller.abort('enough');
    await expect(call).rejects.toBe('enough');
    expect([seen.aborted, seen.reason]).toEqual([true, 'enough']);
  });

  test('writeRowGroup rejects when the signal aborts even if the iterable of a column never settles', async () => {
    const sink = loggingSink();
    const controller = new AbortController();
    const pieces: AsyncIterable<ColumnInput> = { [Symbol.asyncIterator]: () => ({ next: () => never }) };
    const call = writerTo(sink, { signal: controller.signal }).writeRowGroup({ n: pieces });
    await turn();
    controller.abort('enough');
    await expect(call).rejects.toBe('enough');
    expect(sink.calls).toEqual(['abort']);
  });

  test('if a write of the sink settles only after the signal has aborted, nothing more is written', async () => {
    let settle = (): void => {};
    const late = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const sink = loggingSink((call) => (call === 'write' ? late : undefined));
    const controller = new AbortController();
    const call = writerTo(sink, { signal: controller.signal }).write({ n: values });
    while (sink.calls.length === 0) await turn();
    controller.abort('enough');
    await expect(call).rejects.toBe('enough');
    settle();
    for (let i = 0; i < 5; i++) await turn();
    expect(sink.calls).toEqual(['write', 'abort']);
  });
});

describe('errors of a sink', () => {
  test.each<[string, () => Promise<void>]>([
    [
      'throws',
      () => {
        throw new Error('abort threw');
      },
    ],
    ['rejects', () => Promise.reject(new Error('abort rejected'))],
  ])('the first error is thrown if the abort of the sink %s', async (_, abort) => {
    const failure = new Error('disk full');
    const sink = loggingSink((call) => (call === 'abort' ? abort() : Promise.reject(failure)));
    const writer = writerTo(sink);
    await expect(writer.write({ n: values })).rejects.toBe(failure);
    await writer.abort();
    const later = await errorOf(() => writer.finish());
    expect([later.code, later.cause, sink.calls]).toEqual(['INVALID_ARGUMENT', failure, ['write', 'abort']]);
    await expect(writerTo(loggingSink(abort)).abort()).rejects.toThrow('abort');
  });

  test('if any call of a sink fails, the sink is aborted with that error, and not called again', async () => {
    const run = async (failing: number): Promise<string[] | undefined> => {
      const failure = new Error(`call ${failing}`);
      const sink = loggingSink((_, nth) => (nth === failing ? Promise.reject(failure) : undefined));
      const writer = writerTo(sink, { rowGroupRows: 5000 });
      try {
        await writer.write({ n: values });
        await writer.finish();
        return undefined;
      } catch (error) {
        expect([error, sink.reasons]).toEqual([failure, [failure]]);
        return sink.calls;
      }
    };
    let failing = 0;
    for (let calls = await run(0); calls !== undefined; calls = await run(++failing)) {
      expect(calls.slice(0, failing)).toEqual(calls.slice(0, failing).map(() => 'write'));
      expect(calls.slice(failing)).toEqual([calls[failing], 'abort']);
    }
    // The sink's calls: for four row groups, for the end of the file, and to close.
    expect(failing).toBeGreaterThanOrEqual(6);
  });

  test('no file remains if the disk becomes full, regardless of the number of bytes written before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'marquetry-full-'));
    const whole = memorySink();
    const writer = writerTo(whole, { rowGroupRows: 100 });
    await writer.write({ n: values.subarray(0, 300) });
    await writer.finish();
    const failure = new Error('ENOSPC');
    for (let room = 0; room <= whole.bytes.length; room += 97) {
      const disk = openSink(join(folder, 'a.parquet'));
      let left = room;
      const full: ByteSink = {
        ...disk,
        write: async (bytes, signal) => {
          await disk.write(bytes.subarray(0, left), signal);
          left -= bytes.length;
          if (left < 0) throw failure;
        },
      };
      const filling = writerTo(full, { rowGroupRows: 100 });
      const outcome = filling.write({ n: values.subarray(0, 300) }).then(() => filling.finish());
      await (room === whole.bytes.length ? outcome : expect(outcome).rejects.toBe(failure));
      expect(readdirSync(folder)).toEqual(room === whole.bytes.length ? ['a.parquet'] : []);
    }
    rmSync(folder, { recursive: true });
  });
});

describe('a writer that is declared with `await using`', () => {
  test('`await using` aborts a writer unless it is finished', async () => {
    const left = loggingSink();
    const finished = loggingSink();
    {
      await using writer = writerTo(left);
      await using other = writerTo(finished);
      await writer.write({ n: values });
      await other.write({ n: values });
      await other.finish();
    }
    expect(left.calls.at(-1)).toBe('abort');
    expect(String(left.reasons[0])).toContain('disposed of before it was finished');
    expect([finished.calls.at(-1), finished.reasons]).toEqual(['close', []]);
  });

  test('`await using` throws the first error, not an error from aborting the sink', async () => {
    const failure = new Error('first');
    const leave = async (): Promise<void> => {
      await using _writer = writerTo(loggingSink(() => Promise.reject(new Error('second'))));
      throw failure;
    };
    await expect(leave()).rejects.toBe(failure);
  });
});

describe('unusual sinks', () => {
  test('a sink may be synchronous, but must not call `write` of the writer that uses it', async () => {
    const sink = loggingSink();
    const writer = writerTo(sink);
    await writer.write({ n: values });
    await writer.finish();
    expect(sink.calls.at(-1)).toBe('close');

    const refused: Promise<unknown>[] = [];
    const calling: FileWriter = writerTo(
      loggingSink((call) => {
        if (call === 'write') refused.push(calling.write({ n: values }).catch((error: unknown) => error));
      }),
    );
    await calling.write({ n: values });
    expect((await calling.finish()).numRows).toBe(20_000);
    for (const error of await Promise.all(refused)) expect(String(error)).toContain('await it');

    const aborting: FileWriter = writerTo(loggingSink((call) => (call === 'write' ? aborting.abort('me') : undefined)));
    expect((await errorOf(() => aborting.write({ n: values }))).cause).toBe('me');
  });

  test('the bytes passed to a sink never change, even if the caller changes its values or the bytes of the copied file', async () => {
    const kept: { readonly bytes: Uint8Array; readonly copy: Uint8Array }[] = [];
    const keeping = (): ByteSink => ({
      write: async (bytes) => void kept.push({ bytes, copy: bytes.slice() }),
      close: async () => {},
      abort: async () => {},
    });
    const whole = memorySink();
    const first = writerTo(whole);
    const mine = values.slice();
    await first.write({ n: mine });
    await first.finish();
    const memory = whole.bytes.slice();
    const file = await openFile(bytesSource(memory), { encodings });

    const writer = writerTo(keeping());
    await writer.write({ n: mine });
    mine.fill(-1n);
    await writer.copyRowGroup(file, 0);
    await writer.copyRowGroup(file, 1);
    memory.fill(0xee);
    await writer.finish();
    expect(kept.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeGreaterThan(2 * whole.bytes.length - 2000);
    for (const { bytes, copy } of kept) expect(bytes).toEqual(copy);
  });
});

describe('long calls that yield to the event loop', () => {
  // The faked clock starts after the time of the last yield.
  let now = performance.now() + 1e9;
  /** Fakes the clock so that every check finds that it is time to yield to the event loop. */
  const hurryClock = (): void => {
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 100;
      return now;
    });
  };
  /** Returns the number of macrotasks that run before the work is done. */
  const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      if (isDone) return;
      turns++;
      setImmediate(count);
    };
    setImmediate(count);
    await work.finally(() => {
      isDone = true;
    });
    return turns;
  };
  const texts = Array.from({ length: 20_000 }, (_, i) => `text ${i % 100}`);
  const differentTexts = texts.map((text, i) => `${text} of ${i}`);
  const list = {
    values: Int32Array.from({ length: 2 ** 20 }, (_, i) => i),
    nulls: {
      kind: 'levels',
      definition: new Uint8Array(2 ** 20).fill(1),
      repetition: Uint8Array.from({ length: 2 ** 20 }, (_, i) => (i % 2 ** 18 === 0 ? 0 : 1)),
      nullCount: 0,
    },
  } as const;

  test.each<[string, Parameters<typeof defineSchema>[0], Readonly<Record<string, ColumnInput>>, number]>([
    // The rows fill 20 pages of 1,000 rows.
    ['pages', { c: 'INT64' }, { c: values }, 19],
    // With ordinary arrays, the clock is checked every 64 values.
    ['values of ordinary arrays', { c: 'STRING' }, { c: differentTexts }, 200],
    // With repeated strings, the clock is checked every 1024 values.
    ['repeated strings of ordinary arrays', { c: 'STRING' }, { c: texts }, 15],
    ['columns', Object.fromEntries(texts.slice(0, 50).map((name) => [name, 'INT32' as const])), {}, 50],
    // The clock is checked after every 2^18 slots, both when levels are counted and when the starts of rows are
    // searched for.
    ['levels', { c: { list: { type: 'INT32', optional: false } } }, { 'c.list.element': list }, 8],
  ])('a writer yields to the event loop between %s', async (_, fields, given, least) => {
    const names = Object.keys(fields);
    const columns = names.length > 1 ? Object.fromEntries(names.map((name) => [name, Int32Array.of(1)])) : given;
    const sink = memorySink();
    const writer = createFileWriter(sink, { schema: defineSchema(fields), encodings, pageRows: 1000 });
    hurryClock();
    const work = writer.write(columns).then(() => writer.finish());
    expect(await turnsDuring(work)).toBeGreaterThanOrEqual(least);
  });

  test.each(['write', 'writeRowGroup'] as const)(
    'a write of %s rejects if the signal aborts in the middle of a batch',
    async (method) => {
      let pages = 0;
      const count = (bytes: Uint8Array): Uint8Array => {
        pages++;
        return snappy.compress!(bytes);
      };
      const counting = { ...snappy, compress: count };
      const controller = new AbortController();
      const sink = memorySink();
      const writer = createFileWriter(sink, {
        schema,
        encodings,
        codecs: createCodecRegistry([counting]),
        codec: 1,
        encoding: EncodingId.PLAIN,
        pageRows: 100,
        signal: controller.signal,
      });
      hurryClock();
      setImmediate(() => controller.abort('enough'));
      await expect(writer[method]({ n: values })).rejects.toBe('enough');
      // The batch fills 200 pages.
      expect(pages).toBeLessThan(10);
      expect(thrownBy(() => sink.bytes).reason).toContain('aborted');
    },
  );

  test('the written file is the same whether or not the writer yields to the event loop', async () => {
    const write = async (): Promise<Uint8Array> => {
      const sink = memorySink();
      const fields = { n: 'INT64', t: 'STRING', i: 'INT32' } as const;
      const writer = createFileWriter(sink, {
        schema: defineSchema(fields),
        encodings,
        pageRows: 700,
        rowGroupRows: 9000,
      });
      await writer.write({ n: values, t: texts, i: Int8Array.from(values, (value) => Number(value % 100n)) });
      await writer.finish();
      return sink.bytes;
    };
    const without = await write();
    hurryClock();
    expect(await write()).toEqual(without);
  });
});

test('errors state the number of the row within the batch, even for a row after the first 131,072 rows', async () => {
  const row = 2 ** 17 + 5;
  const wrong = Array.from({ length: 2 ** 17 + 10 }, (_, i) => (i === row ? 300 : 1));
  const fields = { s: { type: 'INT8', optional: true } } as const;
  const writer = (): FileWriter => createFileWriter(memorySink(), { schema: defineSchema(fields), encodings });
  for (const s of [Int32Array.from(wrong), wrong, wrong.map((value) => (value === 300 ? 'x' : value))]) {
    const error = await errorOf(() => writer().write({ s }));
    expect([error.code, error.at.column]).toEqual(['INVALID_ARGUMENT', 's']);
    expect(error.reason).toMatch(new RegExp(`row ${row}\\b`));
  }
});

test('a row group ends before it takes much more than rowGroupBytes, however large its rows are', async () => {
  const fields = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`c${i}`, 'INT64' as const]));
  const writer = createFileWriter(memorySink(), {
    schema: defineSchema(fields),
    encodings,
    encoding: EncodingId.PLAIN,
    rowGroupBytes: 320_000,
  });
  await writer.write(Object.fromEntries(Object.keys(fields).map((name) => [name, values])));
  const { rowGroups } = await writer.finish();
  // Each row has 160 bytes. At most one full row group is encoded at a time.
  expect(rowGroups.map(({ numRows }) => numRows)).toEqual(Array(10).fill(2000));
});

test('a writer rejects a schema without columns, for which the rows of a batch could not be counted', () => {
  const empty = createSchema([{ name: 'root', numChildren: 0 }]);
  const error = thrownBy(() => createFileWriter(memorySink(), { schema: empty, encodings }));
  expect([error.code, error.reason]).toEqual(['UNSUPPORTED', expect.stringContaining('at least one column')]);
});
