// hyparquet as a reader. The form `onChunk` is its fastest. All forms except `rows` return JavaScript strings.
import { readFileSync } from 'node:fs';
import { parquetMetadata, parquetRead, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

export async function prepare({ path, form }) {
  const { buffer, byteOffset, byteLength } = readFileSync(path);
  const file =
    byteOffset === 0 && byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  if (form === 'open') {
    return { run: () => parquetMetadata(file), rowCount: ({ num_rows }) => Number(num_rows) };
  }
  if (form === 'rows') {
    return { run: () => parquetReadObjects({ file, compressors }), rowCount: (rows) => rows.length };
  }
  const run = async () => {
    const columns = new Map();
    const onChunk = ({ columnName, columnData }) => {
      if (!columns.has(columnName)) columns.set(columnName, []);
      columns.get(columnName).push(columnData);
    };
    await parquetRead({ file, compressors, onChunk });
    return columns;
  };
  const rowCount = (columns) =>
    columns
      .values()
      .next()
      .value.reduce((sum, part) => sum + part.length, 0);
  return { run, rowCount };
}
