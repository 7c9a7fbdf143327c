import { type BadRow, type CsvOptions, openCsv } from '@marquetry/from-text';
import { describe, expect, test } from 'vitest';
import { bytesOfText, errorOf, inPortions, type ReadTable, readTable } from './read-table.js';

const read = async (text: string, options: CsvOptions = {}): Promise<ReadTable> =>
  readTable(await openCsv(bytesOfText(text), options));

/** Reads a CSV file with the given cells in column `c`. Returns the type and the values of that column. */
async function readColumn(
  cells: readonly string[],
  options: CsvOptions = {},
): Promise<[string | undefined, unknown[]]> {
  const { columns, rows } = await read(`k,c\n${cells.map((cell) => `x,${cell}`).join('\n')}\n`, options);
  return [columns[1]?.slice(2), rows.map(([, value]) => value)];
}

describe('CSV records', () => {
  const text = 'id,note\r\n1,"a ""b"", c"\r\n2,"two\r\nlines"\r\n3,it"s\r\n4,"ü €"';
  const rows = [
    [1n, 'a "b", c'],
    [2n, 'two\r\nlines'],
    [3n, 'it"s'],
    [4n, 'ü €'],
  ];

  test('CSV with quotes, line ends in cells, and CRLF is read as RFC 4180 defines', async () => {
    expect((await read(text)).rows).toEqual(rows);
  });

  test.each([1, 2, 3, 7])('CSV read in chunks of %i bytes yields the same rows', async (size) => {
    expect((await readTable(await openCsv(inPortions(text, size)))).rows).toEqual(rows);
  });

  test('a byte order mark is not part of the first column name', async () => {
    expect((await read('\uFEFFid,x\n1,a\n')).columns).toEqual(['id INT64', 'x STRING']);
  });

  test('each CSV row is read once, even if the file is larger than the sample and the read buffer', async () => {
    const count = 60_000;
    const lines = Array.from({ length: count }, (_, i) => `${i},"row ${i}\nof ${count}"`).join('\n');
    const { rows } = await readTable(
      await openCsv(inPortions(`id,note\n${lines}\n`, 65_536), { sampleRows: 10, sampleBytes: 100 }),
    );
    expect(rows.length).toBe(count);
    expect(rows.every(([id, note], i) => id === BigInt(i) && note === `row ${i}\nof ${count}`)).toBe(true);
  });

  test.each([
    ['a;b\n1,5;2\n2,5;3\n', ['a STRING', 'b INT64']],
    ['a\tb\n1\t2\n', ['a INT64', 'b INT64']],
    ['a|b\n1|2\n', ['a INT64', 'b INT64']],
    ['a\n1\n', ['a INT64']],
  ])('the CSV delimiter of %j is detected', async (text, columns) => {
    expect((await read(text)).columns).toEqual(columns);
  });

  test('the first CSV record is data if its cells fit the types of the records after it', async () => {
    expect(await read('1,a\n2,b\n')).toEqual({
      columns: ['column0 INT64', 'column1 STRING'],
      rows: [
        [1n, 'a'],
        [2n, 'b'],
      ],
    });
    expect((await read('1,a\n2,b\n', { header: true })).columns).toEqual(['1 INT64', 'a STRING']);
    expect((await read('a,b\nc,d\n', { header: false })).rows.length).toBe(2);
  });

  test('empty and repeated CSV column names become unique names, and the columns keep their order', async () => {
    expect((await read('2024,a,a,\n1,2,3,x\n', { header: true })).columns).toEqual([
      '2024 INT64',
      'a INT64',
      'a_1 INT64',
      'column3 STRING',
    ]);
  });

  test('empty CSV lines are skipped, except in a file with a single column, where they are nulls', async () => {
    expect((await read('\na,b\n\n1,2\n\n')).rows).toEqual([[1n, 2n]]);
    expect((await read('a\n1\n\n2\n')).rows).toEqual([[1n], [null], [2n]]);
  });
});

describe('types inferred from CSV', () => {
  test.each<[string, string[], string, unknown[]]>([
    ['integers', ['0', '-7', '9223372036854775807', ''], 'INT64', [0n, -7n, 9223372036854775807n, null]],
    ['15 and 16 digits', ['-999999999999999', '-9007199254740993'], 'INT64', [-999999999999999n, -9007199254740993n]],
    ['integers beyond 64 bits', ['1', '9223372036854775808'], 'STRING', ['1', '9223372036854775808']],
    ['leading zeros', ['007', '1'], 'STRING', ['007', '1']],
    ['a leading plus', ['+49', '1'], 'STRING', ['+49', '1']],
    ['decimals', ['1.5', '2', '-0.1', '1e3'], 'DOUBLE', [1.5, 2, -0.1, 1000]],
    [
      'decimals of 17 digits',
      ['0.12345678901234568', '1.7976931348623157e308'],
      'DOUBLE',
      [0.12345678901234568, 1.7976931348623157e308],
    ],
    ['numbers beyond DOUBLE', ['1.5', '1e999'], 'STRING', ['1.5', '1e999']],
    ['booleans', ['true', 'FALSE', 'True'], 'BOOLEAN', [true, false, true]],
    ['yes and no', ['yes', 'no'], 'STRING', ['yes', 'no']],
    ['dates', ['2020-02-29', '1969-12-31', '0001-01-01'], 'DATE', [18321, -1, -719162]],
    ['dates that do not exist', ['2021-02-29'], 'STRING', ['2021-02-29']],
    ['nulls', ['NULL', '', '5'], 'INT64', [null, null, 5n]],
    ['only nulls', ['NULL', ''], 'STRING', [null, null]],
    ['empty cells in quotes among numbers', ['""', '"5"'], 'INT64', [null, 5n]],
    ['empty cells in quotes among text', ['""', '', 'a', '"NULL"'], 'STRING', ['', null, 'a', 'NULL']],
    ['numbers and dates', ['1', '2020-01-01'], 'STRING', ['1', '2020-01-01']],
  ])('openCsv infers the type of a column: %s', async (_, cells, type, values) => {
    expect(await readColumn(cells)).toEqual([type, values]);
  });

  test('CSV timestamps with and without a time zone become TIMESTAMP(MICROS)', async () => {
    expect(await readColumn(['1970-01-01 00:00:01', '1969-12-31T23:59:59.999999', '1970-01-02'])).toEqual([
      'TIMESTAMP(MICROS, local)',
      [1_000_000n, -1n, 86_400_000_000n],
    ]);
    expect(await readColumn(['1970-01-01T00:00:01Z', '1970-01-01T01:00:01.5+01:00', '1970-01-01 00:00-0130'])).toEqual([
      'TIMESTAMP(MICROS, UTC)',
      [1_000_000n, 1_500_000n, 5_400_000_000n],
    ]);
    expect((await readColumn(['1970-01-01T00:00:01Z', '1970-01-01T00:00:01']))[0]).toBe('STRING');
    expect((await readColumn(['1970-01-01T00:00:00.1234567']))[0]).toBe('STRING');
    expect((await readColumn(['1970-01-01T24:00:00']))[0]).toBe('STRING');
  });

  test.each<[string, string[], string, unknown[]]>([
    ['the most digits after the point', ['1.5', '-2.25', '', '30'], 'DECIMAL(18, 2)', [150n, -225n, null, 3000n]],
    ['18 digits', ['123456789012345.678'], 'DECIMAL(18, 3)', [123_456_789_012_345_678n]],
    ['19 digits', ['1234567890123456.789'], 'DOUBLE', [1234567890123456.8]],
    ['an exponent', ['1.5', '1e3'], 'DOUBLE', [1.5, 1000]],
    ['integers', ['1', '2'], 'INT64', [1n, 2n]],
  ])('the CSV option `decimals` infers DECIMAL if 18 digits suffice: %s', async (_, cells, type, values) => {
    expect(await readColumn(cells, { decimals: true })).toEqual([type, values]);
  });

  test('the CSV option `strings` reads every cell as text', async () => {
    expect(await readColumn(['1', 'true'], { strings: true })).toEqual(['STRING', ['1', 'true']]);
  });

  test('the CSV option `schema` sets the types of the columns that it names', async () => {
    const schema = { c: { type: 'DECIMAL', precision: 12, scale: 2, optional: true } } as const;
    expect(await readColumn(['1.5', '-9999999999.99', ''], { schema })).toEqual([
      'DECIMAL(12, 2)',
      [150n, -999999999999n, null],
    ]);
    expect(await readColumn(['255', '0'], { schema: { c: 'UINT8' } })).toEqual(['INTEGER(8, unsigned)', [255, 0]]);
    expect(await readColumn(['007'], { schema: { c: 'STRING' } })).toEqual(['STRING', ['007']]);
    expect(await readColumn(['1.5', '0.1'], { schema: { c: 'FLOAT' } })).toEqual(['FLOAT', [1.5, Math.fround(0.1)]]);
    expect(await readColumn(['18446744073709551615'], { schema: { c: 'UINT64' } })).toEqual([
      'INTEGER(64, unsigned)',
      [-1n],
    ]);
  });
});

describe('CSV rows that do not fit the schema', () => {
  const text = 'a,b\n1,2\n"x\n",3\n4\n5,6,7\n8,"9" \n10,11\n';

  test('the first CSV row that does not fit the schema throws an error with its line and column', async () => {
    expect(await errorOf(read(text, { sampleRows: 1 }))).toBe(
      'CORRUPT: line 5: the row has 1 cell, but the table has 2 columns',
    );
    expect(await errorOf(read('a,b\n1,2\nx,3\n', { sampleRows: 1 }))).toBe(
      'CORRUPT: line 3: the cell must be a 64-bit integer, got "x" (column a)',
    );
  });

  test("`badRows: 'skip'` skips CSV rows that do not fit the schema, and reports their lines and text", async () => {
    const bad: BadRow[] = [];
    const { rows } = await read(text, { sampleRows: 1, badRows: 'skip', onBadRow: (row) => bad.push(row) });
    expect(rows).toEqual([
      [1n, 2n],
      [10n, 11n],
    ]);
    expect(bad.map(({ line, column, text: row }) => [line, column, row])).toEqual([
      [5, undefined, '4'],
      [6, undefined, '5,6,7'],
      [7, undefined, '8,"9" '],
      [3, 'a', '"x\n",3'],
    ]);
  });

  test('a CSV row with a null in a required column is a bad row', async () => {
    expect(await errorOf(read('a,b\n1,2\n,3\n', { schema: { a: 'INT64' } }))).toBe(
      'CORRUPT: line 3: the cell is null, but the column is required (column a)',
    );
  });

  test('if every second CSV row is bad, the other rows are still read', async () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => (i % 2 === 0 ? `${i}` : `x${i}`)).join('\n');
    let bad = 0;
    const { rows } = await read(`a\n1\n${lines}\n`, { sampleRows: 1, badRows: 'skip', onBadRow: () => bad++ });
    expect([rows.length, bad]).toEqual([10_001, 10_000]);
  });
});

describe('invalid or hostile CSV', () => {
  test('a CSV record longer than `recordBytes` throws LIMIT, with an error that states the line where the record starts', async () => {
    const endless = `a,b\n1,2\n3,"${'x'.repeat(5_000_000)}`;
    const table = await openCsv(inPortions(endless, 65_536), { recordBytes: 1_000_000, sampleBytes: 8 });
    expect(await errorOf(readTable(table))).toMatch(/^LIMIT: line 3: the record is longer than 1000000 bytes/);
  });

  test('a CSV row with an unclosed quote is a bad row', async () => {
    expect(await errorOf(read('a,b\n1,"2\n3,4\n'))).toBe('CORRUPT: line 2: a quoted cell has no closing quote');
  });

  test('CSV in UTF-16 or Latin-1, or with NUL characters, is rejected', async () => {
    const utf16 = Uint8Array.from([0xff, 0xfe, 0x61, 0, 0x0a, 0]);
    expect(await errorOf(openCsv(utf16))).toBe(
      'CORRUPT: the file must be UTF-8 text, but it is UTF-16: convert the file first',
    );
    expect(await errorOf(openCsv(bytesOfText('PAR1\0\0')))).toMatch(/it contains NUL characters/);
    const latin1 = Uint8Array.from([...bytesOfText('a,b\n1,2\n3,'), 0xe9, 0x0a]);
    expect(await errorOf(openCsv(latin1))).toMatch(/^CORRUPT: line 3: the text is not UTF-8/);
  });

  test('a CSV file without a record is rejected', async () => {
    expect(await errorOf(read('\n\n'))).toBe(
      'INVALID_ARGUMENT: the columns cannot be inferred, because the input has no records',
    );
  });

  test.each<[CsvOptions, string]>([
    [{ delimiter: ',,' }, '`delimiter` must be one ASCII character other than a quote or line end, got ",,"'],
    [{ sampleRows: 0 }, '`sampleRows` must be a positive integer, got 0'],
    [{ schema: { z: 'INT64' } }, '`schema` has a column z, but the columns of the file are a, b'],
    [{ badRows: 'keep' as 'skip' }, "`badRows` must be 'fail' or 'skip', got 'keep'"],
  ])('openCsv throws INVALID_ARGUMENT for the options %j', async (options, message) => {
    expect(await errorOf(read('a,b\n1,2\n', options))).toBe(`INVALID_ARGUMENT: ${message}`);
  });
});

describe('CSV from streams and several files', () => {
  test('an abort ends reading CSV even if the stream never responds, and closes the stream', async () => {
    const stop = new AbortController();
    let closed = 0;
    const endless: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => setTimeout(() => stop.abort(new Error('enough')), 5)),
        return: async () => ({ done: true, value: closed++ }),
      }),
    };
    await expect(openCsv(endless, { signal: stop.signal })).rejects.toThrow('enough');
    expect(closed).toBe(1);
  });

  test('CSV is read from a ReadableStream, and progress ends at the length of the stream', async () => {
    const text = 'a,b\n1,2\n3,4\n';
    const seen: unknown[] = [];
    const file = { name: 'x.csv', byteLength: text.length, open: () => new Blob([text]).stream() };
    const table = await openCsv(file, { onProgress: (progress) => seen.push(progress) });
    expect((await readTable(table)).rows.length).toBe(2);
    expect(seen.at(-1)).toEqual({ bytes: text.length, totalBytes: text.length, rows: 2 });
  });

  test('several CSV files become one table, whose columns are matched by name and have types that fit all files', async () => {
    const files = ['a,b\n1,x\n', 'b,a\ny,2.5\n'].map((text, i) => ({
      name: `${i}.csv`,
      open: () => bytesOfText(text),
    }));
    expect(await readTable(await openCsv(files))).toEqual({
      columns: ['a DOUBLE', 'b STRING'],
      rows: [
        [1, 'x'],
        [2.5, 'y'],
      ],
    });
    const other = [...files, { name: '2.csv', open: () => bytesOfText('a,c\n1,2\n') }];
    expect(await errorOf(openCsv(other))).toBe(
      'INVALID_ARGUMENT: all files must have the same columns, but this file has no column b (file 2.csv)',
    );
  });
});
