// parquet-wasm as a writer, from an Arrow table. Copying the table to WebAssembly is part of writing.
import { readFileSync } from 'node:fs';
import {
  Bool,
  Float32,
  Float64,
  Int32,
  Int64,
  makeVector,
  Table,
  tableFromIPC,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { Compression, readParquet, Table as WasmTable, WriterPropertiesBuilder, writeParquet } from 'parquet-wasm/node';
import { wholeColumns } from './columns.mjs';

const types = {
  INT32: Int32,
  DATE: Int32,
  INT64: Int64,
  DECIMAL: Int64,
  FLOAT: Float32,
  DOUBLE: Float64,
  BOOLEAN: Bool,
  STRING: Utf8,
};

async function flatTable(path) {
  const vectors = {};
  for (const { name, kind, data } of await wholeColumns(path)) {
    vectors[name] = Array.isArray(data) ? vectorFromArray(data, new types[kind]()) : makeVector(data);
  }
  return new Table(vectors);
}

export async function prepare({ path, isNested }) {
  // parquet-wasm reads nested columns itself, because no other library here creates an Arrow table of lists, structs and maps in one call.
  const own = () => tableFromIPC(readParquet(readFileSync(path), { batchSize: 65_536 }).intoIPCStream());
  const table = isNested ? own() : await flatTable(path);
  const run = () => {
    const properties = new WriterPropertiesBuilder().setCompression(Compression.SNAPPY).build();
    return writeParquet(WasmTable.fromIPCStream(tableToIPC(table, 'stream')), properties);
  };
  return { run, bytes: (bytes) => bytes };
}
