/**
 * DuckDB reads encrypted files that we write. DuckDB 1.5 reads only files with an encrypted footer whose key encrypts
 * all columns by AES_GCM_V1, without an AAD prefix. In files of any writer, it fails on the second data page of a
 * column chunk, on v2 pages, nested columns and filters; in our files, also on columns with Bloom filters. So the files
 * here have none of these.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encryption } from '@marquetry/encryption';
import { defineSchema, memorySink, writeParquet } from 'marquetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Duckdb, openDuckdb } from './judges.js';

const schema = defineSchema({ id: 'INT64', name: { type: 'STRING', optional: true } });
const rows = Array.from({ length: 500 }, (_, i) => ({ id: BigInt(i), name: i % 3 === 0 ? null : `name ${i % 20}` }));
const digits = '01234567890123456789012345678901';

describe('DuckDB reads our encrypted files', () => {
  let duckdb: Duckdb;
  beforeAll(async () => {
    duckdb = await openDuckdb();
    for (const length of [16, 24, 32]) {
      await duckdb.connection.run(`PRAGMA add_parquet_key('k${length}', '${digits.slice(0, length)}')`);
    }
  });
  afterAll(() => duckdb.close());

  describe.each([16, 24, 32])('files encrypted with a key of %i bytes', (length) => {
    test.each(['UNCOMPRESSED', 'SNAPPY', 'ZSTD'] as const)(
      'DuckDB reads our encrypted files compressed as %s',
      async (codec) => {
        const sink = memorySink();
        const footerKey = { bytes: new TextEncoder().encode(digits.slice(0, length)) };
        const options = { schema, codec, rowGroupRows: 200, encryption: encryption({ footerKey }) };
        await writeParquet(sink, rows, options);
        const path = join(duckdb.folder, `${length}-${codec}.parquet`);
        writeFileSync(path, sink.bytes);
        const read = `read_parquet('${path}', encryption_config = {footer_key: 'k${length}'})`;
        const found = await duckdb.connection.runAndReadAll(`SELECT id, name FROM ${read}`);
        expect(found.getRows()).toEqual(rows.map(({ id, name }) => [id, name]));
      },
    );
  });
});
