/**
 * Prints rows as Apache Arrow IPC: the stream format on a pipe, and with `-o` the file format, which readers can map
 * into memory.
 */
import { readArrow } from '@marquetry/arrow';
import {
  AsyncByteQueue,
  RecordBatch,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  type RecordBatchWriter,
  type Schema,
} from 'apache-arrow';
import type { Context } from '../context.js';
import { UsageError } from '../failure.js';
import { schemaOfRows } from './arrow-schema.js';
import { batchRowsOf } from './batch-rows.js';
import { readOptionsOf } from './read-rows.js';
import type { RowOptions } from './row-options.js';
import type { RowPrinter } from './row-printer.js';

/** Approximate decoded bytes per record batch. A batch also has at most {@link maxBatchRows} rows. */
const batchBytes = 2 ** 24;
const maxBatchRows = 2 ** 16;

/** Collects the bytes that an Arrow writer produces, until `take` returns and removes them. */
class MadeBytes extends AsyncByteQueue {
  #parts: Uint8Array[] = [];

  override write(bytes: Uint8Array): void {
    this.#parts.push(bytes);
  }

  take(): readonly Uint8Array[] {
    return this.#parts.splice(0);
  }
}

/** Creates the printer for `--format arrow`. @throws UsageError if the output is a terminal. */
export function createArrowPrinter(options: RowOptions, { output, progress, pause, signal }: Context): RowPrinter {
  if (output.isTerminal)
    throw new UsageError(
      '--format arrow prints binary data, which a terminal cannot show: write it to a file (-o) or a pipe',
    );
  const made = new MadeBytes();
  let open:
    | { readonly schema: Schema; readonly types: string; readonly fileName: string; readonly writer: RecordBatchWriter }
    | undefined;
  const writeMade = async (): Promise<void> => {
    for (const part of made.take()) await output.writeBytes(part);
  };
  const start = (schema: Schema, fileName: string): NonNullable<typeof open> => {
    const types = JSON.stringify(schema.fields.map(({ name, type }) => [name, String(type)]));
    if (open === undefined) {
      const writer = options.output === undefined ? new RecordBatchStreamWriter() : new RecordBatchFileWriter();
      writer.reset(made, schema);
      open = { schema, types, fileName, writer };
    }
    if (types === open.types) return open;
    throw new UsageError(
      `${fileName}: the columns differ from those of ${open.fileName}: use --columns to name columns that both files have`,
    );
  };

  return {
    print: async ({ name, view }, wanted) => {
      const { file, leaves, paths } = view;
      if (paths[0] !== undefined) {
        throw new UsageError(
          `--format arrow cannot print ${paths[0]}, a path into a VARIANT: name the VARIANT instead`,
        );
      }
      const { read, kept } = readOptionsOf(view, wanted, signal);
      const { schema, places } = schemaOfRows(view);
      const { writer, schema: first } = start(schema, name);
      const batchRows = await batchRowsOf(file, leaves, { byteLength: batchBytes, most: maxBatchRows, signal });
      let done = 0;
      // Decode dictionaries: an Arrow file allows one dictionary per column, but each Parquet row group has its own.
      for await (const batch of readArrow(file, { ...read, columns: leaves, decodeDictionaries: true, batchRows })) {
        const ordered = batch.selectAt(places as number[]);
        // Write the batches of all files with the schema of the first file, including its metadata.
        const same = new RecordBatch(first, ordered.data);
        const parts = kept === undefined ? [same] : kept(batch.numRows).map((row) => same.slice(row, row + 1));
        for (const part of parts) {
          writer.write(part);
          done += part.numRows;
        }
        await writeMade();
        await pause();
        progress.update(done, file.rowCount, 'rows');
      }
      return done;
    },
    printOrdered: async () => {
      throw new UsageError('--order-by cannot be used with --format arrow, which prints rows in file order');
    },
    end: async () => {
      open?.writer.finish();
      await writeMade();
    },
  };
}
