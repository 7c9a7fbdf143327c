// parquet-wasm as a reader that returns an apache-arrow table. Batches have 65,536 rows, because the default of 1,024
// results in thousands of batches.
import { readFileSync } from 'node:fs';
import { Type, tableFromIPC } from 'apache-arrow';
import { ParquetFile, readParquet } from 'parquet-wasm/node';

const isText = ({ typeId }) => [Type.Utf8, Type.LargeUtf8].includes(typeId);

export async function prepare({ path, form }) {
  const bytes = readFileSync(path);
  if (form === 'open') {
    const blob = new Blob([bytes]);
    const run = async () => {
      const file = await ParquetFile.fromFile(blob);
      const metadata = file.metadata();
      const rows = metadata.fileMetadata().numRows();
      metadata.free();
      file.free();
      return rows;
    };
    return { run, rowCount: Number };
  }
  const read = () => tableFromIPC(readParquet(bytes, { batchSize: 65_536 }).intoIPCStream());
  if (form === 'strings') {
    const run = () => {
      const table = read();
      return table.schema.fields.map(({ type }, i) =>
        isText(type) ? [...table.getChildAt(i)] : table.getChildAt(i).toArray(),
      );
    };
    return { run, rowCount: ([first]) => first.length };
  }
  return { run: read, rowCount: (table) => table.numRows };
}
