// Writes a file of strings in DELTA_BYTE_ARRAY with parquet-wasm, because DuckDB does not write this encoding.
import { Compression, Encoding, readParquet, Table, WriterPropertiesBuilder, writeParquet } from 'parquet-wasm/node';

export async function deltaByteArrayFile(plainFile, codec) {
  const table = readParquet(plainFile, { batchSize: 65_536 });
  const properties = new WriterPropertiesBuilder()
    .setCompression(Compression[{ none: 'UNCOMPRESSED', snappy: 'SNAPPY', zstd: 'ZSTD' }[codec]])
    .setDictionaryEnabled(false)
    .setEncoding(Encoding.DELTA_BYTE_ARRAY)
    .setMaxRowGroupSize(122_880)
    .build();
  return writeParquet(Table.fromIPCStream(table.intoIPCStream()), properties);
}
