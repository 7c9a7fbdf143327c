import { EncodingId, PhysicalType } from '@marquetry/core';
import { buildFlatFile } from '@marquetry/test-support/files.js';
import { buildDataPage, buildOtherPage } from '@marquetry/test-support/pages.js';
import { columnOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, it } from 'vitest';
import { fileOf, jsonLines, runCli } from './run-cli.js';
import { int32Page, integers, mixedFile, nestedFile } from './sample.js';

const mixed = fileOf(mixedFile());

describe('pages --json', () => {
  it('pages prints all fields of every page, and null for fields that its header does not contain', async () => {
    const { code, stdout } = await runCli(['pages', mixed, '--json']);
    expect(code).toBe(0);
    const pages = jsonLines(stdout);
    expect(pages.map(({ rowGroup, column, page, kind }) => [rowGroup, column, page, kind])).toEqual([
      [0, 'id', 0, 'data-v1'],
      [0, 'price', 0, 'data-v2'],
      [0, 'na\\.me', 0, 'dictionary'],
      [0, 'na\\.me', 1, 'data-v1'],
      [1, 'id', 0, 'data-v1'],
      [1, 'price', 0, 'data-v2'],
      [1, 'na\\.me', 0, 'dictionary'],
      [1, 'na\\.me', 1, 'data-v1'],
    ]);
    expect(pages[0]).toEqual({
      rowGroup: 0,
      column: 'id',
      page: 0,
      kind: 'data-v1',
      encoding: 'PLAIN',
      codec: 'UNCOMPRESSED',
      offset: 4,
      headerSize: expect.any(Number),
      storedSize: expect.any(Number),
      compressedSize: 8,
      uncompressedSize: 8,
      numValues: 2,
      numNulls: null,
      numRows: null,
      crc: 'ok',
      definitionLevelEncoding: 'RLE',
      repetitionLevelEncoding: 'RLE',
      min: null,
      max: null,
    });
    expect(pages[1]).toMatchObject({ numValues: 2, numNulls: 1, numRows: 2, crc: 'absent' });
    expect(pages[2]).toMatchObject({ encoding: 'PLAIN', numValues: 3, numNulls: null, definitionLevelEncoding: null });
  });

  it('pages prints bounds in the same format as cat, with all digits', async () => {
    const column = columnOf(PhysicalType.INT64);
    const values = valuesOf(column, [-9223372036854775808n, 9007199254740993n]);
    const bytes = new Uint8Array(new BigInt64Array([-9223372036854775808n, 9007199254740993n]).buffer);
    const statistics = { min: bytes.subarray(0, 8), max: bytes.subarray(8) };
    const page = buildDataPage({ column, encoding: EncodingId.PLAIN, values, statistics });
    const { stdout } = await runCli(['pages', fileOf(buildFlatFile(column, [page])), '--json']);
    expect(stdout).toMatch(/"min":-9223372036854775808,"max":9007199254740993\}\n$/);
  });

  it('pages reports bad checksums and unknown encodings, codecs and page types without failing', async () => {
    const pages = [
      int32Page([1], { crc: 12345 }),
      buildOtherPage(1, Uint8Array.of(1, 2)),
      buildOtherPage(77, Uint8Array.of(3)),
      int32Page([2], { header: { data: { encoding: 200 } } }),
    ];
    const file = fileOf(buildFlatFile(integers, pages, { codec: 42 }));
    const { code, stdout, stderr } = await runCli(['pages', file, '--json']);
    expect([code, stderr]).toEqual([0, '']);
    expect(jsonLines(stdout).map(({ kind, crc, encoding, codec }) => [kind, crc, encoding, codec])).toEqual([
      ['data-v1', 'bad', 'PLAIN', 'id 42'],
      ['index', 'absent', null, 'id 42'],
      ['unknown', 'absent', null, 'id 42'],
      ['data-v1', 'absent', 'id 200', 'id 42'],
    ]);
  });

  it('pages lists the pages of nested columns', async () => {
    const { stdout } = await runCli(['pages', fileOf(nestedFile()), '--column', 'list', '--json']);
    expect(jsonLines(stdout)).toMatchObject([{ column: 'list', numValues: 3, numRows: 2 }]);
  });
});

describe('--column and --row-group', () => {
  it('--column and --row-group select the pages of one column and one row group', async () => {
    const { stdout } = await runCli(['pages', mixed, '--column', 'price', '--row-group', '1', '--json']);
    expect(jsonLines(stdout)).toMatchObject([{ rowGroup: 1, column: 'price' }]);
  });

  it('--column and --row-group reject an unknown column or row group as a usage error', async () => {
    expect(await runCli(['pages', mixed, '--row-group', '2'])).toMatchObject({
      code: 2,
      stderr: 'marquetry: --row-group must be below 2, the number of row groups in the file, got 2\n',
    });
    expect((await runCli(['pages', mixed, '--column', 'x'])).code).toBe(2);
  });
});

it('pages continues with the next chunk after an unreadable page header, and fails at the end', async () => {
  const bytes = mixedFile();
  bytes[4] = 0xff;
  const { code, stdout, stderr } = await runCli(['pages', fileOf(bytes), '--json']);
  expect(code).toBe(1);
  expect(jsonLines(stdout)).toHaveLength(7);
  expect(stderr).toMatch(/^marquetry: [A-Z]+: .*column id, row group 0.*\n$/);
});

it('pages prints an aligned table without --json', async () => {
  const { stdout } = await runCli(['pages', mixed, '--column', 'id']);
  const [header, ...lines] = stdout.trimEnd().split('\n');
  expect(header).toMatch(/^group {2}column {2}page {2}kind {5}encoding/);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^ {4}0 {2}id {9}0 {2}data-v1 {2}PLAIN/);
});
