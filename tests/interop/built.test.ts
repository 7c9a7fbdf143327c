/**
 * Other implementations of Parquet read the files that our tests build with our own encoders. This shows that the files
 * are valid. If an implementation cannot read a file, the reason is listed here, and the test fails once it can.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtFiles } from '../mutation/built-files.js';
import { type Duckdb, hyparquet, type Judge, openDuckdb, parquetWasm } from './judges.js';
import { firstDifference, readSlots, type Slots } from './slots.js';

interface Exception {
  readonly judge: string;
  readonly files: RegExp;
  readonly why: string;
}

/** The files that other implementations cannot read, or read wrongly. */
const exceptions: readonly Exception[] = [
  {
    judge: 'DuckDB',
    files: /(int32|int64|fixed)-BYTE_STREAM_SPLIT/,
    why: 'it supports BYTE_STREAM_SPLIT only for FLOAT and DOUBLE',
  },
  { judge: 'DuckDB', files: /-LZ4$|codec-LZ4-/, why: 'it does not support the LZ4 codec (5)' },
  { judge: 'DuckDB', files: /bit-packed-levels/, why: 'it reads all levels as RLE' },
  { judge: 'DuckDB', files: /(index|unknown)-page/, why: 'it does not skip pages of other types' },
  { judge: 'hyparquet', files: /boolean-(PLAIN|RLE)_DICTIONARY-v1/, why: 'it reads a BOOLEAN dictionary page as RLE' },
  { judge: 'hyparquet', files: /bit-packed-levels/, why: 'it reads all levels as RLE' },
  { judge: 'hyparquet', files: /(index|unknown)-page/, why: 'it rejects pages of unknown types' },
  { judge: 'parquet-wasm', files: /bit-packed-levels/, why: 'it reads BIT_PACKED levels least significant bit first' },
  { judge: 'parquet-wasm', files: /unknown-page/, why: 'it rejects pages of unknown types' },
];

const files = builtFiles().filter(({ name }) => !name.startsWith('built/list'));
let duckdb: Duckdb;
beforeAll(async () => {
  duckdb = await openDuckdb();
});
afterAll(() => duckdb.close());

describe.each(['DuckDB', 'hyparquet', 'parquet-wasm'])('%s on the files that the tests build', (name) => {
  const judge = (): Judge => [duckdb, hyparquet, parquetWasm].find((candidate) => candidate.name === name) as Judge;

  test.each(files.filter((file) => exceptionOf(name, file.name) === undefined))(
    'reads $name as we do',
    async ({ bytes }) => {
      expect(firstDifference(await judge().read(bytes), await readSlots(bytes))).toBeUndefined();
    },
  );

  const excepted = files.flatMap((file) => {
    const exception = exceptionOf(name, file.name);
    return exception === undefined ? [] : [{ ...file, why: exception.why }];
  });
  for (const { name: file, bytes, why } of excepted) {
    test(`${name} does not read ${file} correctly: ${why}`, async () => {
      const own = await readSlots(bytes);
      const judged = await judge()
        .read(bytes)
        .catch((): Slots => ({}));
      expect(firstDifference(judged, own)).toBeDefined();
    });
  }
});

function exceptionOf(judge: string, file: string): Exception | undefined {
  return exceptions.find((exception) => exception.judge === judge && exception.files.test(file));
}

test.each(['built/list-v1', 'built/list-v2'])('DuckDB reads the rows of %s', async (name) => {
  const { bytes } = builtFiles().find((file) => file.name === name) as { bytes: Uint8Array };
  expect(await duckdb.rows(bytes)).toEqual(['[5, NULL]', '[]', '[6, 7, 8]', 'NULL', '[9]']);
});
