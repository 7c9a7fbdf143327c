/** Reading rows of corrupt files yields a ParquetError, or as many rows as the footer states. */
import { assembleLevels, createShredder } from '@marquetry/records';
import { defineSchema } from '@marquetry/schema';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import { isParquetError, memorySink, openParquet, writeParquet } from 'marquetry';
import { expect, test } from 'vitest';
import { everything, randomTable, writing } from './random-rows.js';

const runs = fullOr(5000, 150);
const flips = fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 1, max: 255 })), {
  minLength: 1,
  maxLength: 4,
});

test('files with flipped bytes yield a ParquetError or the right number of rows', async () => {
  await fc.assert(
    fc.asyncProperty(randomTable(everything), writing, flips, async (table, options, flipped) => {
      const sink = memorySink();
      await writeParquet(sink, table.rows, { schema: table.schema, ...options });
      const bytes = new Uint8Array(sink.bytes);
      for (const [where, mask] of flipped) {
        const at = Math.floor(where * bytes.length);
        bytes[at] = (bytes[at] as number) ^ mask;
      }
      try {
        // Checksums are not verified, because they would find most of the damage.
        const file = await openParquet(bytes, { verifyChecksums: false });
        let count = 0;
        for await (const _ of file.rows()) count++;
        expect(count).toBe(file.rowCount);
      } catch (error) {
        if (!isParquetError(error)) throw error;
        expect(error.code).not.toBe('INVALID_ARGUMENT');
      }
    }),
    { numRuns: runs },
  );
}, 600_000);

test('levels that contradict the schema or each other throw CORRUPT with the name of the column', () => {
  const schema = defineSchema({
    a: { list: { fields: { x: 'INT32', y: { type: 'INT32', optional: true } } }, optional: true },
  });
  const broken = (column: 'x' | 'y', levels: 'definition' | 'repetition', at: number, level: number): unknown => {
    const shredder = createShredder(schema);
    shredder.push({ a: [{ x: 1, y: 2 }, { x: 3 }] });
    shredder.push({ a: [] });
    shredder.push({ a: null });
    const columns = shredder.take();
    const path = `a.list.element.${column}`;
    columns[path]![levels][at] = level;
    return thrownBy(() => assembleLevels(schema, columns));
  };
  const corrupt = { code: 'CORRUPT', at: { column: expect.stringContaining('a.list.element') } };
  expect(broken('y', 'definition', 2, 0)).toMatchObject(corrupt);
  expect(broken('x', 'definition', 0, 1)).toMatchObject(corrupt);
  expect(broken('y', 'definition', 0, 200)).toMatchObject(corrupt);
  expect(broken('x', 'repetition', 0, 1)).toMatchObject(corrupt);
  expect(broken('y', 'repetition', 1, 0)).toMatchObject(corrupt);
  expect(broken('y', 'repetition', 1, 9)).toMatchObject(corrupt);
  expect(broken('x', 'repetition', 2, 1)).toMatchObject(corrupt);
});
