/**
 * Tests failures of writing in workers: errors, plug-ins that a worker does not have, aborts, and workers that exit.
 */
import { standardCodecs } from '@marquetry/codecs';
import { type Codec, CodecId, createRegistry, type Encoding, isParquetError, PhysicalType } from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import { type ByteSink, type ColumnInput, type FileWriter, type FileWriterOptions, memorySink } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import type { WorkerPool } from '@marquetry/parallel';
import { defineSchema } from '@marquetry/schema';
import { errorOf } from '@marquetry/test-support/errors.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundledWorker } from './workers.js';

let standard: Awaited<ReturnType<typeof bundledWorker>>;
let pool: WorkerPool;
beforeAll(async () => {
  standard = await bundledWorker();
  pool = standard.pool(2);
});
afterAll(() => {
  pool.close();
  standard.remove();
});

const schema = defineSchema({
  id: 'INT64',
  text: 'STRING',
  amount: { type: 'DECIMAL', precision: 4, scale: 0 },
  value: { type: 'DOUBLE', optional: true },
});
const base = { schema, encodings: standardEncodings, codecs: standardCodecs, codec: CodecId.SNAPPY };

type Columns = Record<string, ColumnInput>;

function columns(rows = 3000, changes: Columns = {}): Columns {
  return {
    id: BigInt64Array.from({ length: rows }, (_, i) => BigInt(i)),
    text: Array.from({ length: rows }, (_, i) => `text ${i}`),
    amount: Int32Array.from({ length: rows }, (_, i) => i),
    value: Array.from({ length: rows }, (_, i) => (i % 3 === 0 ? null : i / 2)),
    ...changes,
  };
}

/** Returns a column of byte arrays, one of which is not UTF-8. */
function brokenText(rows: number, at: number): ColumnInput {
  const data = new Uint8Array(rows).fill(97);
  data[at] = 0xff;
  return bytesOf(data, rows);
}

function bytesOf(data: Uint8Array, length: number, offsets = Int32Array.from({ length: length + 1 }, (_, i) => i)) {
  return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length, offsets, data } as const;
}

type Write = (writer: FileWriter) => Promise<unknown>;

/** Writes a file, and returns the error that writing throws, or 'no error'. */
async function failureOf(write: Write, options: Partial<FileWriterOptions>, sink: ByteSink = memorySink()) {
  const writer = createFileWriter(sink, { ...base, ...options });
  try {
    await write(writer);
    await writer.finish();
  } catch (error) {
    const { name, message } = error as Error;
    return { name, message, ...(isParquetError(error) && { code: error.code, at: error.at }) };
  }
  return 'no error';
}

const rows200k = 200_000;
const noEncoding = { encodings: createRegistry([...standardEncodings].filter(({ name }) => name === 'RLE')) };
const cases: readonly (readonly [string, Write, Partial<FileWriterOptions>])[] = [
  ['text that is not UTF-8', (to) => to.write(columns(3000, { text: brokenText(3000, 1234) })), {}],
  [
    'a value beyond its precision',
    (to) => to.write(columns(3000, { amount: new Int32Array(3000).fill(10_000, 77) })),
    {},
  ],
  [
    'a value beyond the first portion',
    (to) =>
      to.write(
        columns(rows200k, {
          amount: new Int32Array(rows200k).fill(10_000, 190_000),
          text: brokenText(rows200k, 180_000),
        }),
      ),
    {},
  ],
  ['null in a required column', (to) => to.write(columns(3000, { text: ['a', ...new Array(2999).fill(null)] })), {}],
  ['values of another type', (to) => to.write(columns(3000, { id: new Float64Array(3000) })), {}],
  [
    'values of another layout',
    (to) => to.write(columns(3, { id: { ...bytesOf(new Uint8Array(3), 3), type: PhysicalType.INT64 } as never })),
    {},
  ],
  [
    'offsets that decrease',
    (to) => to.write(columns(3, { text: bytesOf(new Uint8Array(9), 3, Int32Array.of(0, 5, 2, 9)) })),
    {},
  ],
  [
    'offsets beyond the data',
    (to) => to.write(columns(3, { text: bytesOf(new Uint8Array(9), 3, Int32Array.of(0, 5, 7, 99)) })),
    {},
  ],
  ['columns with different numbers of rows', (to) => to.write(columns(3000, { text: ['a'] })), {}],
  ['a missing column', (to) => to.write({ id: new BigInt64Array(3) }), {}],
  [
    'an invalid second batch',
    async (to) => {
      await to.write(columns());
      await to.write(columns(3000, { text: brokenText(3000, 7) }));
    },
    { rowGroupRows: 1000 },
  ],
  [
    'unsorted rows',
    (to) => to.write(columns(3000, { id: BigInt64Array.from({ length: 3000 }, (_, i) => BigInt(i % 2000)) })),
    { sortingColumns: [{ column: 'id' }], checkSorting: true },
  ],
  ['a column without an encoding', (to) => to.write(columns()), noEncoding],
  [
    'no encoding for a column, before a null in a later one',
    (to) => to.write(columns(3000, { text: ['a', ...new Array(2999).fill(null)] })),
    { ...noEncoding, pageRows: 100 },
  ],
  [
    'a null in a column, before one that has no encoding when its chunk ends',
    (to) => to.write(columns(3000, { text: ['a', ...new Array(2999).fill(null)] })),
    noEncoding,
  ],
  [
    'a row group given as a whole whose columns differ in rows',
    (to) => to.writeRowGroup(columns(3000, { text: ['a'] })),
    {},
  ],
  [
    'a row group given as a whole with a wrong value',
    (to) => to.writeRowGroup(columns(3000, { text: brokenText(3000, 2999) })),
    {},
  ],
];

describe('errors when writing in workers', () => {
  test.each(cases)(
    'writing in workers throws the same error as writing without workers: %s',
    async (_, write, options) => {
      const expected = await failureOf(write, options);
      expect(expected).toHaveProperty('message');
      expect(await failureOf(write, { ...options, parallel: pool })).toEqual(expected);
    },
  );

  test('if the sink fails and a later row group has an invalid value, writing in workers throws the error of the sink, as without workers', async () => {
    const failing = (): ByteSink => ({
      write: () => Promise.reject(new Error('the disk is full')),
      close: async () => undefined,
      abort: async () => undefined,
    });
    const write: Write = async (to) => {
      for (let i = 0; i < 5; i++) await to.write(columns(rows200k / 4));
      await to.write(columns(3000, { text: brokenText(3000, 7) }));
    };
    const options = { rowGroupRows: 40_000, pageRows: 5000, schema: defineSchema({ ...plainColumns }) };
    const failure = await failureOf(write, { ...options, parallel: pool }, failing());
    expect(failure).toEqual(await failureOf(write, options, failing()));
    expect(failure).toMatchObject({ message: 'the disk is full' });
  });

  test('writing in workers throws for invalid options when the writer is created', async () => {
    const options = { ...base, columns: { text: { pageRows: 0 } } };
    const expected = await errorOf(() => createFileWriter(memorySink(), options));
    const error = await errorOf(() => createFileWriter(memorySink(), { ...options, parallel: pool }));
    expect([error.code, error.message]).toEqual([expected.code, expected.message]);
  });
});

/** The columns of the sample file. `amount` is an INT32 here, because its values do not fit in DECIMAL(4, 0). */
const plainColumns = {
  id: 'INT64',
  text: 'STRING',
  amount: 'INT32',
  value: { type: 'DOUBLE', optional: true },
} as const;

const [plain] = [...standardEncodings].filter(({ name }) => name === 'PLAIN') as [Encoding];
const ownEncoding: Encoding = { ...plain, id: 200, name: 'OWN' };
const stored: Codec = {
  contract: 1,
  id: 200,
  name: 'STORED',
  compress: (raw) => raw.slice(),
  decompress: (packed, into) => into.set(packed),
};
const ownModule = `
import { standardCodecs } from '@marquetry/codecs';
import { standardEncodings } from '@marquetry/encodings';
import { serveTasks } from '../src/index.node.js';

const [plain] = [...standardEncodings].filter(({ name }) => name === 'PLAIN');
const stored = { contract: 1, id: 200, name: 'STORED', compress: (raw) => raw.slice(), decompress: (a, b) => b.set(a) };
serveTasks({
  encodings: standardEncodings.with({ ...plain, id: 200, name: 'OWN' }),
  codecs: standardCodecs.with(stored),
});
`;

describe('custom encodings and codecs', () => {
  const withOwn = {
    encodings: standardEncodings.with(ownEncoding),
    codecs: standardCodecs.with(stored),
    columns: { id: { encoding: 200 }, value: { codec: 200 } },
  };

  test('standard workers reject custom encodings and codecs, with an error that says how to pass them', async () => {
    const { id, value } = withOwn.columns;
    const failures = [
      await failureOf((to) => to.write(columns()), { ...withOwn, columns: { id }, parallel: pool }),
      await failureOf((to) => to.write(columns()), { ...withOwn, columns: { value }, parallel: pool }),
    ];
    const cure = 'create the pool with your own workers, and pass the plug-in to serveTasks in their module';
    expect(failures).toMatchObject([
      {
        code: 'UNSUPPORTED',
        message: `the workers of the pool do not have the OWN encoding (200): ${cure} (column id)`,
      },
      {
        code: 'UNSUPPORTED',
        message: `the workers of the pool do not have the STORED codec (200): ${cure} (column value)`,
      },
    ]);
  });

  test('workers do not need custom encodings and codecs that no column uses', async () => {
    expect(await failureOf((to) => to.write(columns()), { ...withOwn, columns: {}, parallel: pool })).toBe('no error');
  });

  test('workers use custom encodings and codecs if the worker module passes them to `serveTasks`', async () => {
    const own = await bundledWorker(ownModule);
    const ownPool = own.pool(2);
    const files = [];
    for (const parallel of [undefined, ownPool]) {
      const sink = memorySink();
      const writer = createFileWriter(sink, { ...base, ...withOwn, parallel });
      await writer.write(columns());
      await writer.finish();
      files.push(sink.bytes);
    }
    ownPool.close();
    own.remove();
    expect(Buffer.compare(files[0] as Uint8Array, files[1] as Uint8Array)).toBe(0);
  });
});

/** Returns a sink that records in `ends` whether it was closed or aborted. */
function watchedSink(): ByteSink & { readonly ends: string[] } {
  const sink = memorySink();
  const ends: string[] = [];
  return {
    ends,
    write: sink.write,
    close: async () => {
      await sink.close();
      ends.push('closed');
    },
    abort: async () => {
      await sink.abort();
      ends.push('aborted');
    },
  };
}

/** Writes the same rows repeatedly until writing fails. */
async function writeOn(writer: FileWriter): Promise<never> {
  const batch = columns(9000);
  for (;;) await writer.write(batch);
}

const endless = { ...base, rowGroupRows: 20_000 };

describe('writing in workers', () => {
  test('writing in workers rejects with the reason of its signal, and the pool can be used for other writes', async () => {
    const abort = new AbortController();
    const sink = watchedSink();
    const writer = createFileWriter(sink, { ...endless, parallel: pool, signal: abort.signal });
    setTimeout(() => abort.abort(new Error('enough')), 50);
    await expect(writeOn(writer)).rejects.toThrow('enough');
    expect(sink.ends).toEqual(['aborted']);
    expect(await failureOf((to) => to.write(columns()), { parallel: pool })).toBe('no error');
  });

  test('writing in workers rejects if the writer is aborted', async () => {
    const sink = watchedSink();
    const writer = createFileWriter(sink, { ...endless, parallel: pool });
    setTimeout(() => void writer.abort(new Error('enough')), 50);
    await expect(writeOn(writer)).rejects.toThrow('the file writer has been aborted');
    expect(sink.ends).toEqual(['aborted']);
  });

  test('writing in workers rejects if a worker exits, and leaves no incomplete file', async () => {
    const dying = await bundledWorker(
      "import { parentPort } from 'node:worker_threads';\nparentPort?.on('message', () => process.exit(3));\n",
    );
    const dyingPool = dying.pool(2);
    const sink = watchedSink();
    expect(await failureOf((to) => to.write(columns()), { parallel: dyingPool }, sink)).toMatchObject({
      message: 'a worker exited with code 3',
    });
    expect(sink.ends).toEqual(['aborted']);
    dyingPool.close();
    dying.remove();
  });

  test('writing in workers rejects if the pool is closed, and the next write starts workers again', async () => {
    const own = standard.pool(1);
    const sink = watchedSink();
    const writer = createFileWriter(sink, { ...endless, parallel: own });
    setTimeout(() => own.close(), 50);
    await expect(writeOn(writer)).rejects.toThrow('the worker pool was closed');
    expect(sink.ends).toEqual(['aborted']);
    expect(await failureOf((to) => to.write(columns()), { parallel: own })).toBe('no error');
    own.close();
  });
});

test('several writers and reads can use one pool at the same time', async () => {
  const sinks = [memorySink(), memorySink()];
  const writers = sinks.map((sink) => createFileWriter(sink, { ...base, parallel: pool }));
  for (let i = 0; i < 3; i++) await Promise.all(writers.map((writer) => writer.write(columns(9000))));
  await Promise.all(writers.map((writer) => writer.finish()));
  expect(Buffer.compare((sinks[0] as { bytes: Uint8Array }).bytes, (sinks[1] as { bytes: Uint8Array }).bytes)).toBe(0);
});

test('`rowCount` of a writer with workers includes rows that are still being encoded, and progress is reported after each row group', async () => {
  const progress: number[] = [];
  const sink = memorySink();
  const options = { ...endless, rowGroupRows: 4000, parallel: pool };
  const writer = createFileWriter(sink, { ...options, onProgress: ({ rows }) => progress.push(rows) });
  await writer.write(columns(9000));
  expect(writer.rowCount).toBe(9000);
  await writer.write(columns(2000));
  expect(writer.rowCount).toBe(11_000);
  const { numRows } = await writer.finish();
  expect([numRows, progress]).toEqual([11_000, [4000, 8000, 11_000]]);
});
