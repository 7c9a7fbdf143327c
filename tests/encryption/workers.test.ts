/** Encrypted files whose columns are encoded in workers. */
import { decryption, encryption, fixedKeys } from '@marquetry/encryption';
import { memorySink } from '@marquetry/file';
import { createParquetWriter, defineSchema, openParquet } from 'marquetry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledWorker } from '../../packages/parallel/test/workers.js';

const keys = { footer: new Uint8Array(16).fill(1), 'column:name': new Uint8Array(32).fill(2) };
const schema = defineSchema({ id: 'INT64', name: { type: 'STRING', optional: true }, n: { list: 'INT32' } });
const rows = Array.from({ length: 5000 }, (_, i) => ({
  id: BigInt(i),
  name: i % 3 === 0 ? null : `name ${i % 50}`,
  n: i % 4 === 0 ? [] : [i, i + 1],
}));

describe('encryption with workers', () => {
  let workers: Awaited<ReturnType<typeof bundledWorker>>;
  beforeAll(async () => {
    workers = await bundledWorker();
  });
  afterAll(() => workers.remove());

  it('encryption in workers writes the same rows and pages as encryption without workers', async () => {
    const pool = workers.pool(2);
    const files: Uint8Array[] = [];
    try {
      for (const parallel of [undefined, pool]) {
        const sink = memorySink();
        const writer = await createParquetWriter(sink, {
          schema,
          codec: 'SNAPPY',
          bloomFilter: true,
          // Ciphertext is random, so its checksums are too, and page headers with checksums would have random lengths.
          checksums: false,
          rowGroupRows: 2000,
          pageRows: 300,
          parallel,
          encryption: encryption({
            footerKey: { bytes: keys.footer },
            columns: { name: { bytes: keys['column:name'] } },
          }),
        });
        await writer.writeRows(rows);
        await writer.finish();
        files.push(sink.bytes);
      }
    } finally {
      await pool.close();
    }
    const [one, other] = await Promise.all(
      files.map((bytes) => openParquet(bytes, { decryption: decryption({ keys: fixedKeys(keys) }) })),
    );
    const read: unknown[] = [];
    for await (const row of other?.rows() ?? []) read.push(row);
    expect(read).toEqual(rows);
    for (const file of [one, other]) await file?.unlock();
    for (const column of ['id', 'name', 'n.list.element']) {
      for (const rowGroup of [0, 1, 2]) {
        const address = { rowGroup, column };
        expect(other?.chunk(address).metaData).toEqual(one?.chunk(address).metaData);
        expect(await other?.offsetIndex(address)).toEqual(await one?.offsetIndex(address));
      }
    }
  });
});
