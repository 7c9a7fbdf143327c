/**
 * The files that the tests build with our own encoders, as other implementations read them: what proves the builders
 * honest. A judge that cannot read a cell is named with its reason, and held to failing there.
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

/** What the judges cannot read, or read wrongly. */
const exceptions: readonly Exception[] = [
  { judge: 'DuckDB', files: /(int32|int64|fixed)-BYTE_STREAM_SPLIT/, why: 'it splits FLOAT and DOUBLE only' },
  { judge: 'DuckDB', files: /-LZ4$|codec-LZ4-/, why: 'it has no codec LZ4 (5)' },
  { judge: 'DuckDB', files: /bit-packed-levels/, why: 'it takes all levels for RLE' },
  { judge: 'DuckDB', files: /(index|unknown)-page/, why: 'it does not get past pages of other types' },
  { judge: 'hyparquet', files: /boolean-(PLAIN|RLE)_DICTIONARY-v1/, why: 'it takes a BOOLEAN dictionary page for RLE' },
  { judge: 'hyparquet', files: /bit-packed-levels/, why: 'it takes all levels for RLE' },
  { judge: 'hyparquet', files: /(index|unknown)-page/, why: 'it refuses pages that it does not know' },
  { judge: 'parquet-wasm', files: /bit-packed-levels/, why: 'it takes BIT_PACKED least significant bit first' },
  { judge: 'parquet-wasm', files: /unknown-page/, why: 'it refuses page types that it does not know' },
];

const files = builtFiles().filter(({ name }) => !name.startsWith('built/list'));
let duckdb: Duckdb;
beforeAll(async () => {
  duckdb = await openDuckdb();
});
afterAll(() => duckdb.close());

describe.each(['DuckDB', 'hyparquet', 'parquet-wasm'])('%s', (name) => {
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
    test(`does not read ${file}: ${why}`, async () => {
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
