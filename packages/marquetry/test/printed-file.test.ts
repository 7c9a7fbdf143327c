import { inspect } from 'node:util';
import { defineSchema, memorySink, openParquet, type ParquetReader, writeParquet } from 'marquetry';
import { expect, test } from 'vitest';

async function fileOf(columns: number): Promise<ParquetReader> {
  const names = Array.from({ length: columns }, (_, i) => `column${i}`);
  const schema = defineSchema({
    id: 'INT64',
    city: { type: 'STRING', optional: true },
    at: { type: 'TIMESTAMP', unit: 'MICROS' },
    price: { type: 'DECIMAL', precision: 9, scale: 2 },
    ...Object.fromEntries(names.map((name) => [name, 'INT32' as const])),
  });
  const sink = memorySink();
  await writeParquet(
    sink,
    [{ id: 1n, city: 'Lima', at: new Date(0), price: '1.50', ...Object.fromEntries(names.map((name) => [name, 1])) }],
    { schema, createdBy: 'a test\u001b[31m' },
  );
  return openParquet(sink.bytes);
}

test('console.log of a file prints the number of rows and row groups, the columns with their types, and the writer', async () => {
  expect(inspect(await fileOf(0))).toBe(
    `Parquet file: 1 row, 1 row group, 4 columns
  id     INT64
  city   STRING, optional
  at     TIMESTAMP(MICROS, UTC)
  price  DECIMAL(9, 2)
written by a test?[31m`,
  );
});

test('console.log of a file with many columns prints at most ten lines', async () => {
  const lines = inspect(await fileOf(300)).split('\n');
  expect(lines.length).toBeLessThanOrEqual(10);
  expect(lines[0]).toBe('Parquet file: 1 row, 1 row group, 304 columns');
  expect(lines[7]).toMatch(/^ {2}298 more: column2, column3, .*\.\.\.$/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

test('console.log of a file that cannot be read in ranges prints the reason', async () => {
  const { source } = await fileOf(0);
  const bytes = await source.read(0, source.byteLength);
  const file = await openParquet(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream());
  expect(inspect(file)).toContain('read from stream, in full: a stream cannot be read in ranges');
});
