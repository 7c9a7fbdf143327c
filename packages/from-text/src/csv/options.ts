/**
 * Options of reading CSV.
 */
import type { OptionNames } from '@marquetry/core';
import type { FieldDefinitions } from '@marquetry/schema';
import type { BadRowOptions } from '../bad-rows.js';
import type { ReadProgress } from '../progress.js';

/** Options of reading text, of any format. */
export interface TextOptions extends BadRowOptions {
  /** Rows per file to infer types from; default 10,000. */
  readonly sampleRows?: number;
  /** Bytes per file to infer types from; default 4 MiB. */
  readonly sampleBytes?: number;
  /** Columns whose types are given, by name, as `defineSchema` takes them. All others are inferred. */
  readonly schema?: FieldDefinitions;
  /** A longer record is an error, because it would have to be held in memory; default 16 MiB. */
  readonly recordBytes?: number;
  readonly signal?: AbortSignal;
  /** Called after each batch. */
  readonly onProgress?: (progress: ReadProgress) => void;
}

/** How CSV is read. */
export interface CsvOptions extends TextOptions {
  /** One ASCII character; default: the one of `,`, TAB, `;` and `|` that cuts the sample most evenly. */
  readonly delimiter?: string;
  /** Whether the first record names the columns; default: unless it fits the types of the records after it. */
  readonly header?: boolean;
  /** Reads every column as text, except those of `schema`. Default false. */
  readonly strings?: boolean;
}

export const textOptionNames: OptionNames<TextOptions> = {
  ...{ sampleRows: true, sampleBytes: true, schema: true, recordBytes: true, signal: true, onProgress: true },
  ...{ badRows: true, onBadRow: true },
};

export const csvOptionNames: OptionNames<CsvOptions> = {
  ...textOptionNames,
  ...{ delimiter: true, header: true, strings: true },
};

export const defaultSampleRows = 10_000;
export const defaultSampleBytes: number = 2 ** 22;
export const defaultRecordBytes: number = 2 ** 24;
