// The jobs of the programs in tests/sizes, for loaded-bundle.mjs. They read SNAPPY files with flat columns, in PLAIN
// and with dictionaries, with and without nulls.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** The files in tests/fixtures/duckdb that the size jobs read, each with its number of rows. */
const files = {
  'codec-snappy-v1': 200,
  'tiny-nullable-int64-v1': 8,
  'tiny-nullable-varchar-v1': 8,
  'tiny-boolean-v1': 8,
  'tiny-double-v1': 8,
};

/** @type {Readonly<Record<string, (program: Record<string, any>) => Promise<void>>>} */
export const jobs = {
  'tests/sizes/rows.js': ({ rowsOf }) =>
    readAll(async (bytes) => {
      let count = 0;
      for await (const _ of rowsOf(bytes)) count++;
      return count;
    }),
  'tests/sizes/file-snappy.js': ({ open }) =>
    readAll(async (bytes) => {
      const source = { byteLength: bytes.length, read: async (offset, length) => bytes.slice(offset, offset + length) };
      let count = 0;
      for await (const [{ rowCount }] of (await open(source)).leafBatches()) count += rowCount;
      return count;
    }),
};

/**
 * Reads all sample files and checks the number of rows.
 * @param {(bytes: Uint8Array) => Promise<number>} countRows
 */
async function readAll(countRows) {
  for (const [name, rows] of Object.entries(files)) {
    const found = await countRows(new Uint8Array(readFileSync(join(root, `tests/fixtures/duckdb/${name}.parquet`))));
    if (found !== rows) throw new Error(`${name} has ${rows} rows, but ${found} rows were read`);
  }
}
