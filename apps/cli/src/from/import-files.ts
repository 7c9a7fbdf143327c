/** Converts files of other formats to one Parquet file. */
import { openSink } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import type { FileMetaData } from '@marquetry/metadata';
import type { Context } from '../context.js';
import { counted } from '../counted.js';
import { requireNew } from '../destination.js';
import { UsageError } from '../failure.js';
import { codecNamed } from '../plug-in-names.js';
import { printable } from '../terminal/printable.js';
import type { FromOptions } from './from-options.js';
import { givenSchema } from './given-schema.js';
import { inputFilesOf } from './input-format.js';
import type { InputTable, TableOptions } from './input-table.js';
import { openTable } from './open-table.js';
import { openRejectedRows, type RejectedRows } from './rejected-rows.js';

/** Maximum encoded bytes per row group. It is limited because a row group stays in memory until it is complete. */
const rowGroupBytes = 24 * 2 ** 20;

/** Converts files. The last argument is the path of the Parquet file to write, the others are the files to read. */
export async function importFiles(args: readonly string[], options: FromOptions, context: Context): Promise<void> {
  const { output, progress } = context;
  const to = args.at(-1);
  if (to === undefined || args.length < 2) {
    throw new UsageError('the `from` command needs the files to read, followed by the file to write');
  }
  const inputs = await inputFilesOf(args.slice(0, -1), options.format);
  const schema = await givenSchema(options.schema);
  await requireNew(to, options.replace === true);
  const rejected = await openRejectedRows(options, context);
  let footer: FileMetaData;
  try {
    const { signal } = context;
    const reading: TableOptions = {
      ...options,
      ...{ schema, signal, onBadRow: rejected.add },
      onProgress: ({ bytes, totalBytes }) => progress.update(bytes, totalBytes ?? bytes, 'bytes'),
    };
    const table = await openTable(inputs, reading, context);
    footer = await writeTable(table, to, options, rejected, context).finally(() => table.close());
    await rejected.finish();
  } catch (error) {
    await rejected.abort(error);
    throw error;
  }
  progress.clear();
  const summary = {
    files: inputs.files.length,
    rows: footer.numRows,
    badRows: rejected.count,
    rowGroups: footer.rowGroups.length,
    columns: footer.schema.filter(({ type }) => type !== undefined).length,
  };
  const text = `${counted(summary.rows, 'row')}, ${counted(summary.rowGroups, 'row group')} from ${counted(summary.files, 'file')}`;
  await output.write(
    options.json === true ? `${JSON.stringify(summary)}\n` : `${output.colors.dim(printable(text))}\n`,
  );
}

async function writeTable(
  { schema, writeTo }: InputTable,
  to: string,
  { codec, rowGroupRows }: FromOptions,
  rejected: RejectedRows,
  { plugIns, signal, pause }: Context,
): Promise<FileMetaData> {
  const writer = createFileWriter(openSink(to), {
    ...plugIns,
    schema,
    codec: codecNamed(codec ?? 'SNAPPY', plugIns),
    rowGroupBytes,
    ...(rowGroupRows !== undefined && { rowGroupRows }),
    signal,
  });
  try {
    await writeTo(writer, async () => {
      await rejected.flush();
      await pause();
    });
    return await writer.finish();
  } catch (error) {
    // Ignore errors of `abort`, so that the original error is the one reported.
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}
