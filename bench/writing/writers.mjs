// The writers, each fed with what it takes best. `prepare` is not timed; `write` gives the bytes of a file, or its path.
import { readFileSync } from 'node:fs';
import { connect } from '../tables.mjs';

const byteArray = 6;

/** Rows of a row group, as DuckDB and, nearly, hyparquet-writer have them. */
const rowGroupRows = 122_880;

const types = { 1: 'INT32', 2: 'INT64', 6: 'STRING' };

/** The table as typed columns, a batch a row group, by the reader that is measured elsewhere. */
async function readBatches(path) {
  const { openParquet } = await import('../../packages/marquetry/dist/index.js');
  const file = await openParquet(new Uint8Array(readFileSync(path)));
  const batches = [];
  for await (const batch of file.columns({ flat: true })) batches.push(batch);
  return { batches, leaves: file.schema.leaves };
}

const valuesOf = (batch, convert) => Object.fromEntries(Object.entries(batch).map(([k, v]) => [k, convert(v)]));

function strings({ values }) {
  const { length, offsets, data } = values;
  const decoder = new TextDecoder();
  return Array.from({ length }, (_, i) => decoder.decode(data.subarray(offsets[i], offsets[i + 1])));
}

/** A whole column of the table: a typed array, or an array of strings. */
function wholeColumns({ batches, leaves }) {
  return leaves.map(({ name, type }) => {
    const parts = batches.map((batch) => batch[name]);
    if (type === byteArray) return { name, type, data: parts.flatMap(strings) };
    const length = parts.reduce((sum, { values }) => sum + values.length, 0);
    const data = new parts[0].values.data.constructor(length);
    let at = 0;
    for (const { values } of parts) {
      data.set(values.data, at);
      at += values.length;
    }
    return { name, type, data };
  });
}

async function marquetry(path, convert) {
  const { createParquetWriter, defineSchema, memorySink } = await import('../../packages/marquetry/dist/index.js');
  const { batches, leaves } = await readBatches(path);
  const schema = defineSchema(
    Object.fromEntries(leaves.map(({ name, type }) => [name, { type: types[type], optional: true }])),
  );
  const inputs = batches.map((batch) => valuesOf(batch, convert));
  return async () => {
    const sink = memorySink();
    const writer = createParquetWriter(sink, { schema, rowGroupRows });
    for (const input of inputs) await writer.write(input);
    await writer.finish();
    return sink.bytes;
  };
}

export const writers = {
  marquetry: (path) => marquetry(path, ({ values }) => values),

  // Nothing of the table is held: it is read, decoded and written batch by batch, all of it in the time.
  'marquetry, streaming': async (path) => {
    const { createParquetWriter, openParquet } = await import('../../packages/marquetry/dist/index.js');
    const target = `${path}.streamed`;
    return async () => {
      const file = await openParquet(path);
      const writer = createParquetWriter(target, { schema: file.schema, rowGroupRows });
      for await (const batch of file.columns({ flat: true, batchRows: 65536 })) {
        await writer.write(valuesOf(batch, ({ values }) => values));
      }
      await writer.finish();
      return target;
    };
  },

  'marquetry, JS strings': (path) =>
    marquetry(path, (column) => (column.values.layout === 'bytes' ? strings(column) : column.values)),

  'hyparquet-writer 0.17.0': async (path) => {
    const { parquetWriteBuffer } = await import('hyparquet-writer');
    const columns = wholeColumns(await readBatches(path));
    const physical = { 1: 'INT32', 2: 'INT64', 6: 'BYTE_ARRAY' };
    const schema = [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, type }) => ({
        name,
        type: physical[type],
        repetition_type: 'OPTIONAL',
        ...(type === byteArray ? { converted_type: 'UTF8' } : {}),
      })),
    ];
    const columnData = columns.map(({ name, data }) => ({ name, data }));
    return async () => new Uint8Array(parquetWriteBuffer({ columnData, schema, codec: 'SNAPPY' }));
  },

  'parquet-wasm 0.8.0': async (path) => {
    const { tableFromArrays, tableToIPC, vectorFromArray, Utf8 } = await import('apache-arrow');
    const { Compression, Table, WriterPropertiesBuilder, writeParquet } = await import('parquet-wasm/node');
    const columns = wholeColumns(await readBatches(path));
    const table = tableFromArrays(
      Object.fromEntries(
        columns.map(({ name, type, data }) => [name, type === byteArray ? vectorFromArray(data, new Utf8()) : data]),
      ),
    );
    return async () => {
      const properties = new WriterPropertiesBuilder().setCompression(Compression.SNAPPY).build();
      return writeParquet(Table.fromIPCStream(tableToIPC(table, 'stream')), properties);
    };
  },

  'DuckDB 1.5.6, one thread': async (path) => {
    const connection = await connect();
    await connection.run(`CREATE TABLE lineitem AS FROM read_parquet('${path}')`);
    const target = `${path}.duckdb`;
    return async () => {
      await connection.run(`COPY lineitem TO '${target}' (FORMAT parquet, COMPRESSION snappy)`);
      return target;
    };
  },
};
