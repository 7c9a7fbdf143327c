/**
 * Rows to a file and back: the same rows, whatever their schema.
 */
import fc from 'fast-check';
import { memorySink, openParquet, writeParquet } from 'marquetry';
import { expect, test } from 'vitest';
import { everything, randomTable, writing } from './random-rows.js';
import { same } from './same.js';

const runs = Number(process.env['MARQUETRY_FULL'] === undefined ? 300 : 3000);

test('rows -> file -> rows is the identity', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomTable(everything),
      writing,
      fc.integer({ min: 1, max: 9 }),
      async (table, options, batchRows) => {
        const sink = memorySink();
        await writeParquet(sink, table.rows, { schema: table.schema, ...options });
        const file = await openParquet(sink.bytes);
        const read: unknown[] = [];
        for await (const row of file.rows({ batchRows })) read.push(row);
        expect(same(read, table.rows)).toBe(undefined);
      },
    ),
    { numRuns: runs },
  );
}, 300_000);
