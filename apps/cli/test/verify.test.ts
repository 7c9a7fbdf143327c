import { fileURLToPath } from 'node:url';
import { EncodingId, PhysicalType } from '@marquetry/core';
import { buildFlatFile, flatSchema } from '@marquetry/test-support/files.js';
import { buildDataPage, buildDictionaryPage } from '@marquetry/test-support/pages.js';
import { columnOf, indicesOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, it } from 'vitest';
import { fileOf, jsonLines, runCli } from './run-cli.js';
import { indexedFile, int32Page, integers, mixedFile, nestedFile, optional } from './sample.js';

function int32(value: number): Uint8Array {
  return new Uint8Array(Int32Array.of(value).buffer);
}

async function faultsOf(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  const { code, stdout } = await runCli(['verify', fileOf(bytes), '--json']);
  const lines = jsonLines(stdout);
  const faults = lines.slice(0, -1);
  expect(lines.at(-1)).toMatchObject({ ok: faults.length === 0, faults: faults.length });
  expect(code).toBe(faults.length === 0 ? 0 : 1);
  return faults;
}

describe('verify of valid files', () => {
  it('verify prints how much was checked', async () => {
    expect(await runCli(['verify', fileOf(mixedFile())])).toEqual({
      code: 0,
      stdout: 'ok: 2 row groups, 3 columns, 8 pages, 3 rows\n',
      stderr: '',
    });
  });

  it('verify --json prints a summary object', async () => {
    const { stdout } = await runCli(['verify', fileOf(nestedFile()), '--json']);
    expect(stdout).toBe(
      '{"ok":true,"faults":0,"rowGroups":1,"columns":2,"pages":2,"rows":2,"unchecked":[],"encryption":null}\n',
    );
  });

  it('verify accepts correct statistics and indexes', async () => {
    const pages = [
      int32Page([1, 2]),
      int32Page([3, 9], { statistics: { nullCount: 0, min: int32(3), max: int32(9) } }),
    ];
    const index = {
      nullPages: [false, false],
      minValues: [int32(1), int32(3)],
      maxValues: [int32(2), int32(9)],
      boundaryOrder: 1,
      nullCounts: [0, 0],
    };
    expect(await faultsOf(indexedFile(pages, index))).toEqual([]);
  });

  it('verify accepts two errors of known writers: a footer with 0 rows, and a chunk size that omits the dictionary page header', async () => {
    expect(await faultsOf(buildFlatFile(integers, [int32Page([1])], {}, { metadata: { numRows: 0 } }))).toEqual([]);
    const dictionary = valuesOf(integers, [5]);
    const first = buildDictionaryPage({ column: integers, values: dictionary });
    const data = int32Page([], { encoding: EncodingId.RLE_DICTIONARY, values: indicesOf(dictionary, [0]) });
    const totalCompressedSize = data.length + 4;
    expect(await faultsOf(buildFlatFile(integers, [first, data], { totalCompressedSize }))).toEqual([]);
  });
});

describe('verify of invalid files', () => {
  it('verify compares each dictionary entry with the bounds only once, even if a long entry is used millions of times', async () => {
    const column = columnOf(PhysicalType.BYTE_ARRAY);
    const dictionary = valuesOf(column, [...Array(70_000).fill(''), 'x'.repeat(2 ** 20)]);
    const page = buildDataPage({
      column,
      encoding: EncodingId.RLE_DICTIONARY,
      values: indicesOf(dictionary, []),
      // A bit width of 17, then one RLE run that repeats entry 70,000 for 2^22 values.
      encoded: Uint8Array.of(17, 0x80, 0x80, 0x80, 0x04, 0x70, 0x11, 0x01),
      statistics: { minValue: Uint8Array.of(0x78), maxValue: Uint8Array.of(0x78) },
      header: { data: { numValues: 2 ** 22 } },
    });
    const metadata = { columnOrders: [{ kind: 'TYPE_ORDER' as const }] };
    const pages = [buildDictionaryPage({ column, values: dictionary }), page];
    const faults = await faultsOf(buildFlatFile(column, pages, {}, { metadata }));
    expect(faults.map(({ message }) => message)).toEqual([expect.stringContaining('above the maximum')]);
  });

  it('verify reports every page with a bad checksum, and continues', async () => {
    const pages = [int32Page([1], { crc: 1 }), int32Page([2], { crc: true }), int32Page([3], { crc: 2 })];
    const faults = await faultsOf(buildFlatFile(integers, pages));
    expect(faults).toMatchObject([
      { rowGroup: 0, column: 'c', page: 0, code: 'CORRUPT', message: expect.stringContaining('checksum') },
      { rowGroup: 0, column: 'c', page: 2, code: 'CORRUPT', message: expect.stringContaining('checksum') },
    ]);
    const { code, stdout, stderr } = await runCli(['verify', fileOf(buildFlatFile(integers, pages))]);
    expect(code).toBe(1);
    expect(stdout.split('\n')).toHaveLength(3);
    expect(stderr).toMatch(/^marquetry: CORRUPT: 2 problems, the first: the page's checksum.*\n$/);
  });

  it('verify reports a dictionary index beyond the end of the dictionary', async () => {
    const dictionary = valuesOf(integers, [5]);
    const pages = [
      buildDictionaryPage({ column: integers, values: dictionary }),
      int32Page([], { encoding: EncodingId.RLE_DICTIONARY, values: indicesOf(dictionary, [0, 3]) }),
    ];
    expect(await faultsOf(buildFlatFile(integers, pages))).toMatchObject([{ page: 1, code: 'CORRUPT' }]);
  });

  it('verify reports a corrupt dictionary page once', async () => {
    const dictionary = valuesOf(integers, [5]);
    const data = int32Page([], { encoding: EncodingId.RLE_DICTIONARY, values: indicesOf(dictionary, [0]) });
    const pages = [buildDictionaryPage({ column: integers, values: dictionary, crc: 3 }), data, data];
    expect(await faultsOf(buildFlatFile(integers, pages))).toMatchObject([{ page: 0 }]);
  });

  it('verify reports a chunk whose value count or byte size differs from the footer', async () => {
    const short = await faultsOf(buildFlatFile(integers, [int32Page([1])], { numValues: 2 }, {}));
    expect(short).toMatchObject([{ column: 'c', code: 'CORRUPT' }]);
    const page = int32Page([1, 2, 3]);
    const totalCompressedSize = page.length - 1;
    expect(await faultsOf(buildFlatFile(integers, [page], { totalCompressedSize }))).toMatchObject([
      {
        message: `the footer states ${page.length - 1} bytes of pages, but the pages have ${page.length} (column c, row group 0)`,
      },
    ]);
  });

  it('verify reports a wrong number of rows in the footer', async () => {
    const bytes = buildFlatFile(integers, [int32Page([1])], {}, { metadata: { numRows: 5 } });
    expect(await faultsOf(bytes)).toMatchObject([
      { rowGroup: null, column: null, page: null, message: 'the footer states 5 rows, but its row groups have 1' },
    ]);
  });

  it('verify reports wrong null counts and bounds in statistics', async () => {
    const column = optional;
    const page = buildDataPage({
      column,
      encoding: EncodingId.PLAIN,
      values: valuesOf(column, [5n, 7n]),
      definition: [1, 0, 1],
      statistics: { nullCount: 2 },
    });
    const bound = (value: bigint): Uint8Array => new Uint8Array(BigInt64Array.of(value).buffer);
    const statistics = { nullCount: 0, minValue: bound(6n), maxValue: bound(6n) };
    const columnOrders = [{ kind: 'TYPE_ORDER' } as const];
    const faults = await faultsOf(buildFlatFile(column, [page], { statistics }, { metadata: { columnOrders } }));
    expect(faults.map(({ message }) => String(message).replace(/ \(.*/, ''))).toEqual([
      'a value is below the minimum in the footer',
      'a value is above the maximum in the footer',
      'the page header states 2 nulls, but the pages have 1',
      'the footer states 0 nulls, but the pages have 1',
    ]);
  });

  it('verify reports wrong entries of the column index', async () => {
    const pages = [int32Page([5, 6]), int32Page([1, 2])];
    const right = {
      nullPages: [false, false],
      minValues: [int32(5), int32(1)],
      maxValues: [int32(6), int32(2)],
      boundaryOrder: 2,
      nullCounts: [0, 0],
    };
    expect(await faultsOf(indexedFile(pages, right))).toEqual([]);
    const messages = async (change: Partial<typeof right>): Promise<string[]> =>
      (await faultsOf(indexedFile(pages, { ...right, ...change }))).map(({ message }) =>
        String(message).replace(/ \(.*/, ''),
      );
    expect(await messages({ boundaryOrder: 1 })).toEqual([
      'the bounds in the column index are not in the order that the index states',
    ]);
    expect(await messages({ nullCounts: [0, 1] })).toEqual(['the column index states 1 nulls, but the page has 0']);
    expect(await messages({ maxValues: [int32(6), int32(1)] })).toEqual([
      'a value is above the maximum in the column index',
    ]);
    expect(await messages({ nullPages: [false, true], minValues: [int32(5), new Uint8Array(0)] })).toEqual([
      'the column index states that the page has no values, but the page has some',
    ]);
    expect(
      await messages({ nullPages: [false], minValues: [int32(5)], maxValues: [int32(6)], nullCounts: [0] }),
    ).toEqual(['the column index has 1 pages and 1 null counts, but the chunk has 2 pages']);
  });

  it('verify reports wrong offsets and row numbers in the offset index', async () => {
    const pages = [int32Page([1, 2]), int32Page([3])];
    const shifted = buildFlatFile(
      integers,
      pages,
      {},
      {
        offsetIndex: ({ pageLocations: [first, second] }) => ({
          pageLocations: [first!, { ...second!, firstRowIndex: 1 }],
        }),
      },
    );
    expect(await faultsOf(shifted)).toMatchObject([
      { page: 1, message: expect.stringContaining('the page starts at row 1, but the page starts at row 2') },
    ]);
    const fewer = buildFlatFile(
      integers,
      pages,
      {},
      {
        offsetIndex: ({ pageLocations }) => ({ pageLocations: pageLocations.slice(0, 1) }),
      },
    );
    expect(await faultsOf(fewer)).toMatchObject([{ message: expect.stringContaining('lists 1 pages') }]);
  });

  it('verify reports an unsupported encoding and an unsupported codec', async () => {
    const page = int32Page([2], { header: { data: { encoding: 200 } } });
    expect(await faultsOf(buildFlatFile(integers, [page]))).toMatchObject([{ page: 0, code: 'UNSUPPORTED' }]);
    expect(await faultsOf(buildFlatFile(integers, [int32Page([2])], { codec: 42 }))).toMatchObject([
      { column: 'c', page: null, code: 'UNSUPPORTED' },
    ]);
  });

  it('verify reports a file that cannot be opened', async () => {
    expect(await faultsOf(new Uint8Array(20))).toMatchObject([{ rowGroup: null, code: 'CORRUPT' }]);
  });
});

describe('the order of bounds', () => {
  const range = async (
    column: ReturnType<typeof columnOf>,
    items: Parameters<typeof valuesOf>[1],
    min: Uint8Array,
    max: Uint8Array,
    more: object = {},
  ): Promise<number> => {
    const page = buildDataPage({ column, encoding: EncodingId.PLAIN, values: valuesOf(column, items) });
    const bytes = buildFlatFile(
      column,
      [page],
      { statistics: { minValue: min, maxValue: max } },
      { schema: flatSchema(column, more), metadata: { columnOrders: [{ kind: 'TYPE_ORDER' }] } },
    );
    return (await faultsOf(bytes)).length;
  };
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);

  it('verify compares bytes as unsigned, and accepts truncated bounds', async () => {
    const column = columnOf(PhysicalType.BYTE_ARRAY);
    expect(await range(column, ['abc', 'b\xff'], text('ab'), text('c'))).toBe(0);
    expect(await range(column, ['abc', 'b\xff'], text('abd'), text('b'))).toBe(2);
  });

  it('verify compares DECIMAL bytes by value, at any width', async () => {
    const column = columnOf(PhysicalType.BYTE_ARRAY);
    const more = { logicalType: { kind: 'DECIMAL', scale: 0, precision: 9 } };
    const items = ['\xff\xff', '\x00', '\x01\x00', '\x7f'];
    expect(await range(column, items, Uint8Array.of(0xff), Uint8Array.of(1, 0), more)).toBe(0);
    expect(await range(column, items, Uint8Array.of(0), Uint8Array.of(0xff), more)).toBe(2);
  });

  it('verify compares unsigned integers', async () => {
    const more = { logicalType: { kind: 'INTEGER', bitWidth: 32, isSigned: false } };
    expect(await range(integers, [1, -1], int32(1), int32(-1), more)).toBe(0);
    expect(await range(integers, [1, -1], int32(-1), int32(1), more)).toBe(2);
    expect(await range(integers, [1, -1], int32(-1), int32(1))).toBe(0);
  });

  it('verify ignores NaN bounds, and treats 0 and -0 as equal', async () => {
    const column = columnOf(PhysicalType.DOUBLE);
    const double = (value: number): Uint8Array => new Uint8Array(Float64Array.of(value).buffer);
    expect(await range(column, [Number.NaN, -0, 1], double(0), double(1))).toBe(0);
    expect(await range(column, [Number.NaN, 2], double(Number.NaN), double(1))).toBe(1);
  });

  it('verify compares FLOAT16 values as numbers', async () => {
    const column = columnOf(PhysicalType.FIXED_LEN_BYTE_ARRAY, [0, 0], 2);
    const more = { logicalType: { kind: 'FLOAT16' } };
    const items = ['\x00\xc0', '\x00\x3c', '\x00\x7e']; // -2, 1, NaN
    expect(await range(column, items, Uint8Array.of(0, 0xc0), Uint8Array.of(0, 0x3c), more)).toBe(0);
    expect(await range(column, items, Uint8Array.of(0, 0xbc), Uint8Array.of(0, 0x3c), more)).toBe(1);
  });
});

it.each(['empty-page', 'empty-page-v2'])(
  'verify reports that the offset index of %s.parquet, written by Arrow C++, lists a page without rows',
  async (name) => {
    const fixture = fileURLToPath(new URL(`../../../tests/fixtures/pyarrow/${name}.parquet`, import.meta.url));
    const { code, stdout } = await runCli(['verify', fixture]);
    expect([code, stdout.match(/lists a page without rows/g)]).toEqual([1, ['lists a page without rows']]);
  },
);
