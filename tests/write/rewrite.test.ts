/** `marquetry rewrite` of flights-3m.parquet: DuckDB computes the same aggregates from the new file, whatever the options. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { isFull } from '@marquetry/test-support/full.js';
import { openParquet } from 'marquetry';
import { standardCodecs, standardEncodings } from 'marquetry/plug-ins';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../apps/cli/src/run.js';
import { type Duckdb, openDuckdb } from '../interop/judges.js';

const demo = fileURLToPath(new URL('../../apps/demo', import.meta.url));
const flights = join(demo, 'node_modules', 'vega-datasets', 'data', 'flights-3m.parquet');
let duckdb: Duckdb;
let folder: string;
let expected: string;
beforeAll(async () => {
  duckdb = await openDuckdb();
  folder = mkdtempSync(join(tmpdir(), 'marquetry-rewrite-'));
  if (existsSync(flights)) expected = await aggregates(flights);
});
afterAll(() => {
  duckdb.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns counts, sums, minimums, maximums and distinct values of all columns, and a hash that depends on which value is in which row. */
async function aggregates(path: string): Promise<string> {
  const query = `SELECT count(*), count(date), min(date), max(date), sum(delay), min(delay), max(delay), sum(distance),
    count(DISTINCT origin), min(origin), max(destination), count(DISTINCT destination),
    sum(hash(date, delay, distance, origin, destination, file_row_number)::HUGEINT)
    FROM read_parquet('${path}', file_row_number = true)`;
  return JSON.stringify((await duckdb.connection.runAndReadAll(query)).getRowsJson());
}

async function marquetry(...args: string[]): Promise<{ code: number; out: string; messages: string }> {
  let out = '';
  let messages = '';
  const collect = (add: (text: string) => void): Writable =>
    new Writable({
      write: (chunk, _, done) => {
        add(String(chunk));
        done();
      },
    });
  const code = await run(args, {
    stdout: collect((text) => {
      out += text;
    }),
    stderr: collect((text) => {
      messages += text;
    }),
    env: {},
    signal: new AbortController().signal,
  });
  return { code, out, messages };
}

const codecs = ['UNCOMPRESSED', ...[...standardCodecs].map(({ name }) => name)].filter((name) => name !== 'LZ4');
const encodings = [...standardEncodings]
  .filter(({ encoder, name }) => encoder !== undefined && name !== 'RLE')
  .map(({ name }) => name);

/** Arguments of `rewrite`. DuckDB supports neither LZ4 (5) nor BYTE_STREAM_SPLIT of integers; judged.test.ts tests those. */
const ways: string[][] = [
  ...codecs.flatMap((codec) =>
    ['1', '2'].filter(() => isFull).map((version) => ['--codec', codec, '--page-version', version]),
  ),
  ...encodings.filter((name) => name !== 'BYTE_STREAM_SPLIT' && isFull).map((name) => ['--encoding', name]),
  [
    ...['--codec', 'ZSTD', '--page-version', '2', '--row-group-rows', '500000', '--page-size', '65536'],
    ...['--no-crc', '--no-index', '--bloom', 'origin'],
  ],
];

describe.skipIf(!existsSync(flights))('flights-3m.parquet', () => {
  test.each(ways.map((way) => [way.join(' '), way] as const))(
    'rewritten with %s',
    async (_, way) => {
      const path = join(folder, 'out.parquet');
      const { code, messages } = await marquetry('rewrite', flights, path, ...way);
      expect([code, /does not support|is not used/.test(messages) ? '' : messages]).toEqual([0, '']);
      expect(await aggregates(path)).toBe(expected);
    },
    60_000,
  );

  test('`rewrite --encoding` uses each encoding for the columns that support it, and lists the other columns', async () => {
    const path = join(folder, 'out.parquet');
    const { messages, out } = await marquetry(
      ...['rewrite', flights, path, '--encoding', 'BYTE_STREAM_SPLIT', '--encoding', 'delay=DELTA_BINARY_PACKED'],
      ...['--encoding', 'date=BYTE_STREAM_SPLIT'],
      ...['--codec', 'snappy', '--page-version', '2', '--row-group-rows', '1000000', '--json'],
    );
    expect(messages).toBe(
      'marquetry: BYTE_STREAM_SPLIT does not support the type of 2 columns: origin, destination\n' +
        'marquetry: BYTE_STREAM_SPLIT is not used for 1 column that would be unreadable in DuckDB 1.5: distance ' +
        '(to use it anyway: --encoding PATH=BYTE_STREAM_SPLIT)\n',
    );
    const records = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map(({ column, encodings: [encoding], codec }) => [column, encoding, codec])).toEqual([
      ['date', 'BYTE_STREAM_SPLIT', 'SNAPPY'],
      ['delay', 'DELTA_BINARY_PACKED', 'SNAPPY'],
      ['distance', expect.not.stringMatching('BYTE_STREAM_SPLIT'), 'SNAPPY'],
      ['origin', expect.any(String), 'SNAPPY'],
      ['destination', expect.any(String), 'SNAPPY'],
    ]);
    const file = await openParquet(path);
    expect(file.metadata.rowGroups.map(({ numRows, ordinal }) => [numRows, ordinal])).toEqual([
      [1_000_000, 0],
      [1_000_000, 1],
      [1_000_000, 2],
    ]);
    expect((await marquetry('verify', path)).code).toBe(0);
  }, 60_000);

  test('invalid arguments are usage errors, and no file is written', async () => {
    const path = join(folder, 'never.parquet');
    const codes = [
      await marquetry('rewrite', flights, path, '--encoding', 'delay=RLE'),
      await marquetry('rewrite', flights, path, '--encoding', 'nope=PLAIN'),
      await marquetry('rewrite', flights, path, '--encoding', 'NOPE'),
      await marquetry('rewrite', flights, path, '--codec', 'NOPE'),
      await marquetry('rewrite', flights, path, '--page-version', '3'),
      await marquetry('rewrite', flights, path, '--bloom', 'nope'),
      await marquetry('rewrite', flights, folder),
      await marquetry('rewrite', flights, join(folder, 'missing', 'out.parquet')),
    ];
    expect(codes.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2, 2, 2]);
    expect(codes[0]?.messages).toContain('the RLE encoding does not support the type of column delay');
    expect(codes[3]?.messages).toContain('no writable codec is named NOPE; choose from: UNCOMPRESSED, SNAPPY');
    expect(readdirSync(folder).filter((name) => name !== 'out.parquet')).toEqual([]);
  });
});
