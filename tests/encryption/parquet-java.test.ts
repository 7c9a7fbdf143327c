/**
 * Reads and copies encrypted parquet-java files, which differ from those of other writers: the headers of pages and of Bloom filters are
 * followed by extra bytes, and the levels of data pages of version 2 are in plaintext. tests/interop/parquet-java/Encrypted.java wrote the files, from
 * a manifest that describes each entry of `cells`.
 */
import { readFileSync } from 'node:fs';
import { decryption, encryption, fixedKeys } from '@marquetry/encryption';
import { memorySink } from '@marquetry/file';
import { createParquetWriter, openParquet, type ParquetReader } from 'marquetry';
import { describe, expect, it } from 'vitest';
import { cellKeys, type EncryptedCell, encryptedRows } from '../interop/encrypted-manifest.js';

const shared = { columns: 'own keys', keyBits: 128, codec: 'UNCOMPRESSED', prefix: 'none' } as const;
const cells: readonly EncryptedCell[] = [
  { ...shared, algorithm: 'AES_GCM_V1', footer: 'encrypted', pageVersion: 1 },
  { ...shared, algorithm: 'AES_GCM_CTR_V1', footer: 'plaintext', pageVersion: 2 },
];

const { footer = new Uint8Array(0), ...columns } = cellKeys(cells[0] as EncryptedCell);
const named = Object.entries(columns).map(([path, key]) => [`column:${path}`, key]);
const keys = fixedKeys({ footer, ...Object.fromEntries(named) });
const open = (bytes: Uint8Array): Promise<ParquetReader> =>
  openParquet(bytes, { decryption: decryption({ keys }), verifyChecksums: true });

async function rowsOf(file: ParquetReader, where?: object): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of file.rows(where === undefined ? {} : { where: where as never })) rows.push(row);
  return rows;
}

describe.each(cells)('a parquet-java file with v$pageVersion pages, encrypted with $algorithm', (cell) => {
  const name = `../fixtures/encrypted/parquet-java-v${cell.pageVersion}.parquet`;
  const bytes = new Uint8Array(readFileSync(new URL(name, import.meta.url)));

  it('an encrypted parquet-java file has the expected rows', async () => {
    expect(await rowsOf(await open(bytes))).toEqual(encryptedRows);
  });

  it('a filtered read of an encrypted parquet-java file returns the matching rows', async () => {
    const file = await open(bytes);
    expect(await rowsOf(file, { id: 123n })).toEqual([encryptedRows[123]]);
    expect(await rowsOf(file, { name: 'name 7' })).toEqual(encryptedRows.filter((row) => row.name === 'name 7'));
    expect(await rowsOf(file, { name: 'name 2x' })).toEqual([]);
  });

  it.each(['AES_GCM_V1', undefined] as const)(
    'an encrypted parquet-java file can be copied to a file with %s',
    async (algorithm) => {
      const file = await open(bytes);
      const sink = memorySink();
      const encrypted = algorithm && encryption({ footerKey: { bytes: footer }, algorithm });
      const writer = await createParquetWriter(sink, { schema: file.schema, encryption: encrypted });
      for (const [rowGroup] of file.metadata.rowGroups.entries()) await writer.copyRowGroup(file, rowGroup);
      await writer.finish();
      const copied = await open(sink.bytes);
      expect(await rowsOf(copied)).toEqual(encryptedRows);
      expect(await rowsOf(copied, { id: 123n })).toEqual([encryptedRows[123]]);
    },
  );
});
