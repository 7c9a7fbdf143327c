/**
 * Other implementations read equal values from our files. There is one file (cell) for every valid combination of
 * encoding, type, page version, nulls and codec. If an implementation cannot read a cell, the reason is listed here,
 * and the test fails once it can.
 *
 * docs/interop-write.md has the results; `MARQUETRY_FULL=1 npx vitest run tests/write/judged -u` updates it, and a full run fails if it is
 * out of date. tests/interop/python-written.test.ts counts the files that pyarrow and polars read, in pyarrow-counts.json and
 * polars-counts.json, and policy.test.ts writes the choices of the default policy to policy-encodings.json.
 */
import { readFileSync } from 'node:fs';
import { CodecId, EncodingId, nameOf } from '@marquetry/core';
import { isFull } from '@marquetry/test-support/full.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Duckdb, hyparquet, type Judge, openDuckdb, parquetWasm } from '../interop/judges.js';
import { firstDifference, readSlots, type Slots } from '../interop/slots.js';
import {
  type Cell,
  cellsOf,
  codecIds,
  columnKinds,
  describeCell,
  encodingsOf,
  expectedSlots,
  pageVersions,
  writeCell,
} from './cells.js';
import { type CellCount, type Exception, interopTable, type JudgedElsewhere, policyTable } from './interop-table.js';

const { BYTE_STREAM_SPLIT, PLAIN_DICTIONARY, RLE_DICTIONARY } = EncodingId;

/** The cells that some of the other implementations cannot read, or read wrongly. */
const exceptions: readonly Exception[] = [
  {
    judge: 'DuckDB',
    why: 'supports BYTE_STREAM_SPLIT only for FLOAT and DOUBLE',
    covers: ({ encoding, kind }) => encoding === BYTE_STREAM_SPLIT && !/FLOAT|DOUBLE/.test(kind.name),
  },
  {
    judge: 'DuckDB',
    why: 'does not support the LZ4 codec (5)',
    covers: ({ codec }) => codec === CodecId.LZ4,
    // v2 pages that compression would enlarge are stored uncompressed, and DuckDB can read those.
    mayPass: ({ pageVersion }) => pageVersion === 2,
  },
  {
    judge: 'hyparquet',
    why: 'reads a BOOLEAN dictionary in v1 pages as RLE',
    covers: ({ encoding, kind, pageVersion }) =>
      kind.name === 'BOOLEAN' && pageVersion === 1 && (encoding === RLE_DICTIONARY || encoding === PLAIN_DICTIONARY),
  },
];

const judges = ['DuckDB', 'hyparquet', 'parquet-wasm'] as const;
let duckdb: Duckdb;
beforeAll(async () => {
  duckdb = await openDuckdb();
});
afterAll(() => duckdb.close());
const judgeOf = (name: string): Judge =>
  [duckdb, hyparquet, parquetWasm].find((candidate) => candidate.name === name) as Judge;

const counts: CellCount[] = [];
const combinations = columnKinds.flatMap((kind) => encodingsOf(kind).map((encoding) => ({ kind, encoding })));

describe.each(combinations)('writing $kind.name with encoding $encoding', ({ kind, encoding }) => {
  test(`${nameOf(EncodingId, encoding)} is read by all other implementations, except in the cases that this test lists as unsupported`, async () => {
    const failures: string[] = [];
    const tally = new Map(judges.map((judge) => [judge, { read: 0, reasons: new Set<string>() }]));
    // A quick run alternates between codecs, nulls and page versions.
    const cells = cellsOf(kind, encoding).filter((_, i) => isFull || (i + encoding) % 16 === 0);
    for (const cell of cells) {
      const bytes = await writeCell(cell);
      const expected = expectedSlots(cell);
      const own = firstDifference(expected, await readSlots(bytes));
      if (own !== undefined) failures.push(`Marquetry, ${describeCell(cell)}: ${own}`);
      for (const judge of judges) {
        const exception = exceptions.find((known) => known.judge === judge && known.covers(cell));
        const fault = await differenceOf(judgeOf(judge), bytes, expected);
        const counted = tally.get(judge) as { read: number; reasons: Set<string> };
        if (exception === undefined) {
          if (fault === undefined) counted.read++;
          else failures.push(`${judge}, ${describeCell(cell)}: ${fault}`);
          continue;
        }
        counted.reasons.add(exception.why);
        if (fault === undefined && !mayPass(exception, cell)) {
          failures.push(`${judge} reads ${describeCell(cell)}, although it is listed as unreadable: ${exception.why}`);
        }
      }
    }
    expect(failures.slice(0, 10)).toEqual([]);
    counts.push({
      column: kind.name,
      encoding: nameOf(EncodingId, encoding),
      cells: cells.length,
      judges: [...tally].map(([judge, { read, reasons }]) => ({ judge, read, reasons: [...reasons] })),
    });
  });
});

test.runIf(isFull)('docs/interop-write.md is up to date', async () => {
  expect(counts).toHaveLength(combinations.length);
  const elsewhere = (['pyarrow', 'polars'] as const).map((judge) => ({
    judge,
    counts: jsonOf<JudgedElsewhere[]>(`${judge}-counts.json`),
  }));
  const complete = counts.map((count) => {
    const more = elsewhere.map(({ judge, counts: others }) => {
      const found = others.find(({ column, encoding }) => column === count.column && encoding === count.encoding);
      const { read = 0, why } = found ?? {};
      return { judge, read, reasons: why === undefined ? [] : why.split('; ') };
    });
    return { ...count, judges: [...count.judges, ...more] };
  });
  const dimensions = { pageVersions, codecs: codecIds.map((id) => nameOf(CodecId, id)) };
  const table = interopTable(complete, dimensions) + policyTable(jsonOf('policy-encodings.json'));
  await expect(table).toMatchFileSnapshot('../../docs/interop-write.md');
});

function jsonOf<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T;
}

/**
 * True if the other implementation may read the cell although it is a listed exception: a file without values has no
 * value that the implementation could misread.
 */
function mayPass(exception: Exception, cell: Cell): boolean {
  return cell.nulls === 'only nulls' || exception.mayPass?.(cell) === true;
}

async function differenceOf(judge: Judge, bytes: Uint8Array, expected: Slots): Promise<string | undefined> {
  try {
    return firstDifference(expected, await judge.read(bytes));
  } catch (error) {
    return String(error).split('\n')[0];
  }
}
