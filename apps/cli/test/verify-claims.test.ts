/** Checks that `verify` finds wrong metadata other than bounds: sort orders and Bloom filters. */
import { createFileWriter } from '@marquetry/file/write';
import { defineSchema } from '@marquetry/schema';
import { errorOf } from '@marquetry/test-support/errors.js';
import { createParquetWriter, memorySink, openParquet } from 'marquetry';
import { standardCodecs, standardEncodings } from 'marquetry/plug-ins';
import { describe, expect, it } from 'vitest';
import { fileOf, jsonLines, runCli } from './run-cli.js';

const schema = defineSchema({ a: { type: 'INT32', optional: true }, b: 'STRING' });
const rows = Array.from({ length: 1000 }, (_, i) => ({
  a: i % 5 === 4 ? null : Math.floor(i / 10),
  b: `text ${i % 7}`,
}));

async function written(options: object, of: readonly object[] = rows): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, { schema, codecs: standardCodecs, rowGroupRows: 400, ...options });
  await writer.writeRows(of as never);
  await writer.finish();
  return sink.bytes;
}

async function faultsOf(bytes: Uint8Array): Promise<readonly unknown[]> {
  const { stdout } = await runCli(['verify', fileOf(bytes), '--json']);
  return jsonLines(stdout).filter((line) => 'message' in line);
}

const sorted = [...rows].sort((x, y) => (x.a ?? 1e9) - (y.a ?? 1e9) || (x.b < y.b ? -1 : x.b > y.b ? 1 : 0));

describe('the sort order in the footer', () => {
  const byBoth = { sortingColumns: [{ column: 'a' }, { column: 'b' }] };

  it('verify accepts the sort order in the footer if the rows are sorted', async () => {
    expect(await faultsOf(await written(byBoth, sorted))).toEqual([]);
  });

  it.each([
    ['by the first column', { sortingColumns: [{ column: 'a' }] }, rows, 0],
    ['by the second', byBoth, sorted.map((row, i) => (i === 3 ? { ...row, b: 'a' } : row)), 0],
    ['with nulls first', { sortingColumns: [{ column: 'a', nullsFirst: true }], rowGroupRows: 300 }, sorted, 2],
    ['downwards', { sortingColumns: [{ column: 'a', descending: true }] }, sorted, 0],
  ])('verify reports a stated sort order if the rows are not sorted %s', async (_, options, of, rowGroup) => {
    const [fault] = await faultsOf(await written(options, of));
    expect(fault).toMatchObject({ rowGroup, code: 'CORRUPT' });
    expect((fault as { message: string }).message).toMatch(/row \d+ sorts before the previous row/);
  });

  it('`checkSorting` checks the sort order while writing', async () => {
    expect((await openParquet(await written({ ...byBoth, checkSorting: true }, sorted))).rowCount).toBe(1000);
    const error = await errorOf(() => written({ ...byBoth, checkSorting: true }));
    expect([error.code, error.message]).toEqual([
      'INVALID_ARGUMENT',
      expect.stringContaining(
        'row 5 of the row group must not sort before its predecessor: rows must be sorted by a, b',
      ),
    ]);
  });

  it('`copyRowGroup` throws with `checkSorting`, because the sort order of copied rows cannot be checked', async () => {
    const from = await openParquet(await written({}, sorted));
    const writer = createFileWriter(memorySink(), {
      schema,
      encodings: standardEncodings,
      ...byBoth,
      checkSorting: true,
    });
    const error = await errorOf(() => writer.copyRowGroup(from, 0));
    expect(error.message).toContain('`checkSorting` checks only rows passed to `write`');
  });
});

describe('Bloom filters', () => {
  it.each([true, false])(
    'verify checks that Bloom filters contain all values of the chunk, with `dictionary: %s`',
    async (dictionary) => {
      const options = { columns: { a: { bloomFilter: true }, b: { bloomFilter: true } }, dictionary };
      const bytes = await written(options);
      expect(await faultsOf(bytes)).toEqual([]);
      const file = await openParquet(bytes);
      const { metaData } = file.chunk({ rowGroup: 1, column: 'b' });
      const wrong = bytes.slice();
      const end = metaData.bloomFilterOffset! + metaData.bloomFilterLength!;
      // Every value sets a bit in each word of its block, so an empty filter contains no value.
      wrong.fill(0, end - 32, end);
      wrong.fill(0, metaData.bloomFilterOffset! + 16, end);
      const faults = await faultsOf(wrong);
      expect(faults.length).toBeGreaterThan(0);
      expect(faults[0]).toMatchObject({ rowGroup: 1, column: 'b', code: 'CORRUPT' });
    },
  );
});
