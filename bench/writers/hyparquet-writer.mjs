// hyparquet-writer as a writer, from typed arrays and arrays of strings.
import { parquetWriteBuffer } from 'hyparquet-writer';
import { wholeColumns } from './columns.mjs';

export async function prepare({ path }) {
  const types = { DATE: 'INT32', DECIMAL: 'INT64' };
  const columnData = (await wholeColumns(path)).map(({ name, kind, data, isOptional }) => ({
    name,
    data,
    type: types[kind] ?? kind,
    nullable: isOptional,
  }));
  return {
    run: () => parquetWriteBuffer({ columnData, codec: 'SNAPPY' }),
    bytes: (buffer) => new Uint8Array(buffer),
  };
}
