import { createLimits, EncodingId, PhysicalType } from '@marquetry/core';
import { errorOf } from '@marquetry/test-support/errors.js';
import { buildFile, buildFlatFile, flatSchema } from '@marquetry/test-support/files.js';
import { join } from '@marquetry/test-support/hex.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { binary, columnOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { bytesSource, openFooter } from '../src/index.js';
import { countingSource, open } from './sources.js';

const column = columnOf(PhysicalType.INT32);
const page = buildDataPage({ column, encoding: EncodingId.PLAIN, values: valuesOf(column, [1, 2, 3]) });
const bytes = buildFlatFile(column, [page]);
const withLength = (length: number): Uint8Array => {
  const forged = bytes.slice();
  new DataView(forged.buffer).setUint32(forged.length - 8, length, true);
  return forged;
};

describe('reading the footer', () => {
  test('opening a file with a small footer takes one read', async () => {
    const source = countingSource(bytes);
    const file = await open(source);
    expect(source.reads).toEqual([[0, bytes.length]]);
    expect([file.rowCount, file.metadata.createdBy]).toEqual([3, 'Marquetry tests']);
    expect(file.footer.offset + file.footer.byteLength + 8).toBe(bytes.length);
  });

  test('openFooter returns the same footer and throws the same errors as openFile', async () => {
    const file = await open(countingSource(bytes));
    const source = countingSource(bytes);
    const opened = await openFooter(source);
    expect(source.reads).toEqual([[0, bytes.length]]);
    expect([opened.rowCount, opened.metadata, opened.footer]).toEqual([3, file.metadata, file.footer]);
    expect(opened.schema.leaves.map(({ path }) => path)).toEqual(file.schema.leaves.map(({ path }) => path));
    const broken = bytesSource(withLength(1e9));
    expect(await errorOf(() => openFooter(broken))).toEqual(await errorOf(() => open(broken)));
  });

  test('opening a large file reads its last 64 KiB, and then the rest of a footer that is larger', async () => {
    const large = buildFlatFile(column, Array(10_000).fill(page));
    const small = countingSource(large);
    await open(small);
    expect(small.reads).toEqual([[large.length - 65_536, 65_536]]);
    const keyValueMetadata = [{ key: 'k', value: 'v'.repeat(100_000) }];
    const wide = buildFlatFile(column, Array(10_000).fill(page), {}, { metadata: { keyValueMetadata } });
    const source = countingSource(wide);
    const file = await open(source);
    expect(source.reads).toEqual([
      [wide.length - 65_536, 65_536],
      [file.footer.offset, file.footer.byteLength],
    ]);
    expect(file.metadata.keyValueMetadata?.[0]?.value?.length).toBe(100_000);
  });

  test.each([
    ['an empty file', new Uint8Array(0), 'TRUNCATED', 'the file is empty'],
    ['a file of 11 bytes', binary('PAR1xxxPAR1'), 'TRUNCATED', 'only 11 bytes'],
    ['a file that contains only magic bytes', binary('PAR1\0\0\0\0PAR1'), 'TRUNCATED', ''],
    ['wrong magic bytes at the end', join(bytes.subarray(0, -4), binary('PAR2')), 'CORRUPT', 'ends with "PAR2"'],
    ['wrong magic bytes at the start', join(binary('ORC\0'), bytes.subarray(4)), 'CORRUPT', 'starts with "ORC?"'],
    ['a text file', binary('a,b,c\n'.repeat(20)), 'CORRUPT', 'instead of PAR1'],
    [
      'a file with an encrypted footer',
      join(binary('PARE'), bytes.subarray(4, -4), binary('PARE')),
      'UNSUPPORTED',
      'encrypted',
    ],
    ['a footer length that exceeds the file', withLength(bytes.length), 'CORRUPT', 'does not fit'],
    ['a footer length of 4 GiB', withLength(0xffffffff), 'CORRUPT', 'does not fit'],
    [
      'a footer length that includes the magic bytes at the start',
      withLength(bytes.length - 11),
      'CORRUPT',
      'does not fit',
    ],
    ['a footer length of 0', withLength(0), 'TRUNCATED', ''],
  ])('openFile rejects %s', async (_, input, code, reason) => {
    const error = await errorOf(() => open(input));
    expect(error.code).toBe(code);
    expect(error.reason).toContain(reason);
  });

  test('errors about wrong magic bytes and a wrong footer length state the file offset', async () => {
    expect((await errorOf(() => open(join(bytes.subarray(0, -4), binary('nope'))))).at).toEqual({
      fileOffset: bytes.length - 4,
    });
    expect((await errorOf(() => open(withLength(1e9)))).at).toEqual({ fileOffset: bytes.length - 8 });
  });

  test('opening a file that is truncated at any byte throws an error', async () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(['CORRUPT', 'TRUNCATED']).toContain((await errorOf(() => open(bytes.subarray(0, length)))).code);
    }
  });

  test('a footer above limits.footerBytes throws LIMIT', async () => {
    const error = await errorOf(() => open(bytes, { limits: createLimits({ footerBytes: 50 }) }));
    expect(error.code).toBe('LIMIT');
    expect(error.reason).toContain('footerBytes = 50');
  });

  test('reading throws INVALID_ARGUMENT if the source returns fewer bytes than requested', async () => {
    const source = { byteLength: bytes.length, read: async () => bytes.subarray(0, 5) };
    const error = await errorOf(() => open(source));
    expect([error.code, error.reason]).toEqual([
      'INVALID_ARGUMENT',
      `the source returned 5 instead of ${bytes.length} bytes at 0`,
    ]);
  });

  test('a negative row count is rejected as CORRUPT', async () => {
    const forged = buildFile({
      schema: flatSchema(column),
      rowGroups: [{ columns: [{ pages: [page] }], numRows: -1 }],
    });
    expect((await errorOf(() => open(forged))).code).toBe('CORRUPT');
  });
});
