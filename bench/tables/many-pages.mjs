// Writes a file with thousands of pages per chunk, with checksums and page indexes. DuckDB cannot write it, because it
// writes only large pages.
import { load, ownRoot } from '../checkout.mjs';

export async function manyPages(path, { rowCount, pageRows }) {
  const { createParquetWriter, defineSchema, EncodingId } = await load('marquetry', ownRoot);
  const optional = true;
  const schema = defineSchema({ id: { type: 'INT64', optional }, s: { type: 'STRING', optional } });
  const writer = await createParquetWriter(path, {
    schema,
    rowGroupRows: rowCount,
    pageRows,
    pageBytes: 2 ** 30,
    encoding: EncodingId.PLAIN,
    dictionary: false,
  });
  await writer.write({
    id: BigInt64Array.from({ length: rowCount }, (_, i) => BigInt(i) * 1_000_003n),
    s: Array.from({ length: rowCount }, (_, i) => `v${i}`),
  });
  await writer.finish();
}
