/** A table that is read from files of any format. */
import { createReadStream } from 'node:fs';
import type { WriteColumns } from '@marquetry/file';
import { type BadRow, openCsv, type ReadProgress, type TextFile } from '@marquetry/from-text';
import type { FieldDefinitions, Schema } from '@marquetry/schema';
import type { FromOptions } from './from-options.js';
import type { InputFile, InputFiles } from './input-format.js';

/** Its batches are valid until the next one is requested. */
export interface InputTable {
  readonly schema: Schema;
  batches(): AsyncIterable<WriteColumns>;
  close(): Promise<void>;
}

export interface TableOptions extends Pick<FromOptions, 'delimiter' | 'header' | 'strings' | 'sample'> {
  readonly schema: FieldDefinitions | undefined;
  readonly signal: AbortSignal;
  readonly onBadRow: (row: BadRow) => void;
  readonly onProgress: (progress: ReadProgress) => void;
}

/** @throws ParquetError as the function that opens the format. Errors of the file system. */
export function openTable({ format, files }: InputFiles, options: TableOptions): Promise<InputTable> {
  const { delimiter = format === 'tsv' ? '\t' : undefined, header, strings, sample, schema } = options;
  const { signal, onBadRow, onProgress } = options;
  return openCsv(files.map(textFile), {
    ...{ signal, onBadRow, onProgress },
    badRows: 'skip',
    ...(schema !== undefined && { schema }),
    ...(sample !== undefined && { sampleRows: sample, sampleBytes: Math.max(2 ** 22, sample * sampledRowBytes) }),
    ...(delimiter !== undefined && { delimiter }),
    ...(header !== undefined && { header }),
    ...(strings !== undefined && { strings }),
  });
}

/** Bytes that a row of the sample may take on average. */
const sampledRowBytes = 1024;

function textFile({ path, byteLength }: InputFile): TextFile {
  return { name: path, byteLength, open: () => createReadStream(path, { highWaterMark: 2 ** 20 }) };
}
