/**
 * Converts CSV files to typed columns.
 *
 *   sample of each file -> names and types -> records, cut at line ends -> columns, converted cell by cell
 */
import { isTurnDue, ParquetError, requireKnownOptions, yieldToEventLoop } from '@marquetry/core';
import type { WriteColumns } from '@marquetry/file';
import { type FieldDefinition, formatPath, type Schema } from '@marquetry/schema';
import { createReject } from '../bad-rows.js';
import { filesOf, type TextFile, type TextInput } from '../input/text-input.js';
import { openWindow, type TextWindow } from '../input/text-window.js';
import { totalBytesOf } from '../progress.js';
import { schemaOfColumns } from '../schema-of-columns.js';
import { samplingOf } from '../text-options.js';
import { startOnce, type TextTable } from '../text-table.js';
import { type CellKind, columnOfKind, widerKind } from './cell-kind.js';
import { createRecordConverter } from './convert-records.js';
import { type DecimalDigits, decimalColumn, widerDigits } from './decimal-digits.js';
import { type CsvOptions, csvOptionNames } from './options.js';
import { createRecordCutter } from './records.js';
import { type CsvSample, sampleCsv } from './sample.js';

/**
 * Infers a schema from a sample of each file, and returns one table with the rows of all files. The files must have the
 * same column names, in any order.
 *
 * ```ts
 * const csv = await openCsv(response.body);
 * const writer = await createParquetWriter('out.parquet', { schema: csv.schema });
 * for await (const columns of csv.batches()) await writer.write(columns);
 * await writer.finish();
 * ```
 * @throws ParquetError INVALID_ARGUMENT for invalid options, and if no file has a record; CORRUPT for text that is not
 * UTF-8; UNSUPPORTED for nested columns in `schema`. Rethrows errors from the streams and the signal's abort reason.
 */
export async function openCsv(input: TextInput, options: CsvOptions = {}): Promise<TextTable> {
  requireKnownOptions('openCsv', options, csvOptionNames);
  const { signal } = options;
  const { sampleRows, sampleBytes, recordBytes } = samplingOf(options);
  createReject(options);
  const files = filesOf(input);
  const samples: SampledFile[] = [];
  /**
   * The opened file, if there is only one. It stays open after the sample has been read, and the rows are read from it,
   * because a stream cannot be opened twice.
   */
  let kept: TextWindow | undefined;
  for (const file of files) {
    const window = await openWindow(file, { recordBytes, signal });
    let isKept = false;
    try {
      await window.fill(sampleBytes);
      const sample = sampleCsv(window, options, sampleRows);
      if (sample !== undefined) samples.push({ file, sample });
      isKept = files.length === 1;
    } finally {
      if (isKept) kept = window;
      else await window.close();
    }
  }
  const schema = schemaOf(samples, options);
  const reading: Reading = { files: samples, totalBytes: totalBytesOf(files), schema, recordBytes, options, kept };
  return startOnce(schema, kept, () => batchesOf(reading));
}

interface SampledFile {
  readonly file: TextFile;
  readonly sample: CsvSample;
}

interface Reading {
  readonly files: readonly SampledFile[];
  readonly totalBytes: number | undefined;
  readonly schema: Schema;
  readonly recordBytes: number;
  readonly options: CsvOptions;
  readonly kept: TextWindow | undefined;
}

const noDigits: DecimalDigits = { whole: 0, fraction: 0 };

/**
 * Returns the schema of the table.
 * @throws ParquetError INVALID_ARGUMENT if the files have different columns, or if the `schema` option has a column
 * that the files do not have.
 */
function schemaOf(
  samples: readonly SampledFile[],
  { schema: given = {}, strings = false, decimals = false }: CsvOptions,
): Schema {
  const [first] = samples;
  if (first === undefined)
    throw new ParquetError('INVALID_ARGUMENT', 'the columns cannot be inferred, because the input has no records');
  const kinds = new Map<string, CellKind>(first.sample.names.map((name) => [name, 'nothing']));
  const digits = new Map<string, DecimalDigits | undefined>(first.sample.names.map((name) => [name, noDigits]));
  for (const { file, sample } of samples) {
    const missing = [...kinds.keys()].find((name) => !sample.names.includes(name));
    if (missing !== undefined || sample.names.length !== kinds.size) {
      const what = missing === undefined ? `${sample.names.length} columns, not ${kinds.size}` : `no column ${missing}`;
      throw new ParquetError('INVALID_ARGUMENT', `all files must have the same columns, but this file has ${what}`, {
        ...(file.name !== undefined && { file: file.name }),
      });
    }
    for (const [i, name] of sample.names.entries()) {
      kinds.set(name, widerKind(kinds.get(name) as CellKind, sample.kinds[i] as CellKind));
      digits.set(name, widerDigits(digits.get(name), sample.digits[i]));
    }
  }
  const unknown = Object.keys(given).find((name) => !kinds.has(name));
  if (unknown !== undefined) {
    const names = [...kinds.keys()].join(', ');
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`schema\` has a column ${unknown}, but the columns of the file are ${names}`,
    );
  }
  const schema = schemaOfColumns(
    Array.from(kinds, ([name, kind]): [string, FieldDefinition] => {
      const found = decimals && kind === 'double' ? digits.get(name) : undefined;
      const inferred = strings ? columnOfKind('text') : ((found && decimalColumn(found)) ?? columnOfKind(kind));
      return [name, Object.hasOwn(given, name) ? (given[name] as FieldDefinition) : inferred];
    }),
  );
  const nested = schema.leaves.find(({ path, repetition }) => path.length > 1 || repetition === 'repeated');
  if (nested === undefined) return schema;
  throw new ParquetError('UNSUPPORTED', 'a CSV column must not be a list, map or struct', {
    column: formatPath(nested.path),
  });
}

async function* batchesOf(reading: Reading): AsyncGenerator<WriteColumns, void, undefined> {
  const { files, totalBytes, schema, recordBytes, options, kept } = reading;
  const { signal, onProgress } = options;
  const reject = createReject(options);
  const converter = createRecordConverter(schema);
  let bytes = 0;
  let rows = 0;
  for (const { file, sample } of files) {
    const window = kept ?? (await openWindow(file, { recordBytes, signal }));
    try {
      const cellOf = Int32Array.from(schema.leaves, ({ name }) => sample.names.indexOf(name));
      const cutter = createRecordCutter(sample.names.length, sample.delimiter);
      let isHeader = sample.hasHeader;
      while (window.from < window.to || !window.isEnd) {
        const { records, end, lines } = cutter.cut(window, { rows: isHeader ? 1 : Number.MAX_SAFE_INTEGER, reject });
        if (end === window.from) {
          // The window has no complete record.
          await window.fill();
          continue;
        }
        if (records.rows > 0 && !isHeader) {
          const place = { ...(file.name !== undefined && { file: file.name }), reject };
          const converted = converter.convert(records, cellOf, place);
          if (converted.rows > 0) yield converted.columns;
          rows += converted.rows;
        }
        // Empty lines before the header are skipped.
        if (records.rows > 0 && records.rowEnds[0] !== records.rowStarts[0]) isHeader = false;
        window.take(end, lines);
        onProgress?.({ bytes: bytes + window.position, rows, ...(totalBytes !== undefined && { totalBytes }) });
        while (isTurnDue()) await yieldToEventLoop(signal);
      }
      bytes += window.position;
    } finally {
      await window.close();
    }
  }
}
