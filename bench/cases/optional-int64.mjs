// Measures reading a whole file with one OPTIONAL INT64 PLAIN column, written by hyparquet-writer, from bytes to a
// typed column.
import { parquetMetadata, parquetRead } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { assertSame, createRandom } from './check.mjs';
import { encodings, file } from './packages.mjs';

const count = 1_000_000;

export async function* optionalInt64() {
  const random = createRandom(21);
  const data = Array.from({ length: count }, (_, i) => BigInt(i) * 1000n + BigInt(random() % 500));
  const schema = [
    { name: 'root', num_children: 1 },
    { name: 'v', type: 'INT64', repetition_type: 'OPTIONAL' },
  ];
  const buffer = parquetWriteBuffer({
    columnData: [{ name: 'v', data, encoding: 'PLAIN' }],
    schema,
    codec: 'UNCOMPRESSED',
    statistics: false,
  });
  const bytes = new Uint8Array(buffer);
  const [chunk] = parquetMetadata(buffer).row_groups[0].columns;
  if (!chunk.meta_data.encodings.includes('PLAIN'))
    throw new Error('hyparquet-writer did not write the column in PLAIN encoding');

  const marquetry = async () => {
    const opened = await file.openFile(file.bytesSource(bytes), { encodings: encodings.standardEncodings });
    const parts = [];
    for await (const batch of opened.columnBatches()) parts.push(batch.v.values.data);
    return parts;
  };
  const hyparquet = async () => {
    const parts = [];
    await parquetRead({ file: buffer, columns: ['v'], onChunk: ({ columnData }) => parts.push(columnData) });
    return parts;
  };
  const join = (parts) => parts.flatMap((part) => Array.from(part));
  assertSame('optional int64', join(await marquetry()), data);
  assertSame('optional int64, hyparquet', join(await hyparquet()), data);
  yield {
    group: 'OPTIONAL INT64 PLAIN',
    name: 'whole file',
    values: count,
    floor: 10,
    async: true,
    marquetry,
    hyparquet,
  };
}
