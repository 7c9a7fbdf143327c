/**
 * Rows written to a file are read back unchanged, whatever their schema.
 */

import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import { createParquetWriter, memorySink, openParquet, type Row, writeParquet } from 'marquetry';
import { expect, test } from 'vitest';
import { everything, randomTable, writing } from './random-rows.js';
import { same } from './same.js';

const runs = fullOr(3000, 60);

async function rowsOf(bytes: Uint8Array, batchRows: number): Promise<Row[]> {
  const read: Row[] = [];
  for await (const row of (await openParquet(bytes)).rows({ batchRows, values: 'lossless' })) read.push(row);
  return read;
}

test('rows written to a file are read back unchanged, directly and through nested columns', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomTable(everything),
      writing,
      fc.integer({ min: 1, max: 9 }),
      async (table, options, batchRows) => {
        const sink = memorySink();
        await writeParquet(sink, table.rows, { schema: table.schema, ...options });
        expect(same(await rowsOf(sink.bytes, batchRows), table.rows)).toBe(undefined);

        const again = memorySink();
        const writer = await createParquetWriter(again, { schema: table.schema, ...options });
        const file = await openParquet(sink.bytes);
        for await (const { columns } of file.nestedBatches({ batchRows })) await writer.writeNested(columns);
        await writer.finish();
        expect(same(await rowsOf(again.bytes, batchRows), table.rows)).toBe(undefined);
      },
    ),
    { numRuns: runs },
  );
}, 300_000);
