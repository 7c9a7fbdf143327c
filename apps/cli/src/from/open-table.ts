/** Opens the files to convert as one table, with the reader for their format. */
import { openCsv, openJson, type TextOptions, type TextTable } from '@marquetry/from-text';
import type { Context } from '../context.js';
import { UsageError } from '../failure.js';
import { type InputFiles, isGzip, standardInput } from './input-format.js';
import type { InputTable, TableOptions } from './input-table.js';
import { textFile } from './text-file.js';

/**
 * Opens the files as one table.
 * @throws UsageError for options that do not apply to the format; ParquetError under the same conditions as `openCsv`,
 * `openJson` and `openArrow`. File-system errors are thrown unchanged.
 */
export async function openTable(
  { format, files }: InputFiles,
  options: TableOptions,
  context: Pick<Context, 'plugIns'>,
): Promise<InputTable> {
  const { delimiter = format === 'tsv' ? '\t' : undefined, header, strings, decimals, sample, schema } = options;
  const { signal, onBadRow, onProgress } = options;
  const isCsv = format === 'csv' || format === 'tsv';
  if (!isCsv)
    requireNone({ '--delimiter': delimiter, '--header': header, '--strings': strings, '--decimals': decimals }, format);
  if (format === 'arrow') {
    requireNone({ '--schema': schema, '--sample': sample }, format);
    const stream = files.find(({ path }) => path === standardInput || isGzip(path));
    if (stream !== undefined)
      throw new UsageError(
        `${stream.path}: Arrow input must be an uncompressed file: decompress it, or save the stream to a file`,
      );
    const { openArrow } = await import('./arrow-table.js');
    return openArrow(files, options, context.plugIns);
  }
  const shared: TextOptions = {
    ...{ signal, onBadRow, onProgress, badRows: 'skip' },
    ...(schema !== undefined && { schema }),
    ...(sample !== undefined && { sampleRows: sample, sampleBytes: Math.max(2 ** 22, sample * sampledRowBytes) }),
  };
  const inputs = files.map(textFile);
  if (!isCsv) return fromText(await openJson(inputs, shared));
  const csv = await openCsv(inputs, {
    ...shared,
    ...(delimiter !== undefined && { delimiter }),
    ...(header !== undefined && { header }),
    ...(strings !== undefined && { strings }),
    ...(decimals !== undefined && { decimals }),
  });
  return fromText(csv);
}

/**
 * Checks that none of the given options is set, because none of them applies to the format.
 * @throws UsageError for the first option that is set.
 */
function requireNone(options: Readonly<Record<string, unknown>>, format: string): void {
  const given = Object.keys(options).find((name) => options[name] !== undefined);
  if (given !== undefined) throw new UsageError(`${given} does not apply to the format ${format}: leave it out`);
}

function fromText({ schema, batches, close }: TextTable): InputTable {
  return {
    schema,
    writeTo: async (writer, onBatch) => {
      for await (const columns of batches()) {
        await writer.write(columns);
        await onBatch();
      }
    },
    close,
  };
}

/** Bytes to read in advance per row of `--sample`, to infer types from these rows. */
const sampledRowBytes = 1024;
