// Marquetry as a writer. The task names the form of the input:
//
//   typed      columns from columnBatches() and nestedBatches(), with decoded dictionaries
//   strings    typed arrays and arrays of JS strings, the same input as for hyparquet-writer
//   streaming  a file on disk, which is read, decoded and written batch by batch; the time includes reading
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenRoot, load } from '../checkout.mjs';
import { kernelOptions } from '../kernel-sets.mjs';
import { wholeColumns } from './columns.mjs';

async function typed({ path, root }) {
  const { openParquet } = await load('marquetry', root);
  const file = await openParquet(new Uint8Array(readFileSync(path)));
  const isNested = file.schema.leaves.some((leaf) => leaf.path.length > 1);
  const batches = [];
  for await (const batch of isNested
    ? file.nestedBatches({ decodeDictionaries: true })
    : file.columnBatches({ decodeDictionaries: true }))
    batches.push(batch);
  const write = async (writer) => {
    for (const batch of batches) await (isNested ? writer.writeNested(batch.columns) : writer.write(batch));
  };
  return { schema: file.schema, write };
}

/**
 * Returns a schema, and a function that writes the columns as typed arrays and arrays of strings. Decimals are unscaled
 * integers and dates are days, which every writer accepts.
 */
async function strings({ path, root }) {
  const { defineSchema } = await load('marquetry', root);
  const columns = await wholeColumns(path);
  const types = { DATE: { type: 'DATE' }, DECIMAL: { type: 'INT64' } };
  const schema = defineSchema(
    Object.fromEntries(
      columns.map(({ name, kind, isOptional }) => [name, { ...(types[kind] ?? { type: kind }), optional: isOptional }]),
    ),
  );
  const data = Object.fromEntries(columns.map(({ name, data }) => [name, data]));
  return { schema, write: (writer) => writer.write(data) };
}

async function streaming({ path, root, kernels }) {
  const { createParquetWriter, openParquet } = await load('marquetry', root);
  const options = await kernelOptions(kernels, root);
  const target = join(tmpdir(), `marquetry-bench-${process.pid}.parquet`);
  process.on('exit', () => rmSync(target, { force: true }));
  const run = async () => {
    const file = await openParquet(path, options);
    const writer = await createParquetWriter(target, { schema: file.schema, ...options });
    for await (const batch of file.columnBatches({ decodeDictionaries: true, batchRows: 65_536 }))
      await writer.write(batch);
    await writer.finish();
    await file.close();
  };
  return { run, bytes: () => readFileSync(target) };
}

export async function prepare(task) {
  const { form, kernels, root = chosenRoot } = task;
  if (form === 'streaming') return streaming({ ...task, root });
  const { createParquetWriter, memorySink } = await load('marquetry', root);
  const options = await kernelOptions(kernels, root);
  const { schema, write } = await (form === 'strings' ? strings : typed)({ ...task, root });
  const run = async () => {
    const sink = memorySink();
    const writer = await createParquetWriter(sink, { schema, ...options });
    await write(writer);
    await writer.finish();
    return sink;
  };
  return { run, bytes: (sink) => sink.bytes };
}
