/**
 * Options for reading text in any format.
 */
import { type OptionNames, ParquetError } from '@marquetry/core';
import type { FieldDefinitions } from '@marquetry/schema';
import type { BadRowOptions } from './bad-rows.js';
import type { ReadProgress } from './progress.js';

/** Options for reading text in any format. */
export interface TextOptions extends BadRowOptions {
  /** Number of rows per file to infer types from; default 10,000. */
  readonly sampleRows?: number;
  /** Number of bytes per file to infer types from; default 4 MiB. */
  readonly sampleBytes?: number;
  /** The types of columns, by name, in the form that `defineSchema` accepts. Types of other columns are inferred. */
  readonly schema?: FieldDefinitions;
  /**
   * Maximum size of a record in bytes, because a record must fit in memory; default 16 MiB. A longer record is an
   * error.
   */
  readonly recordBytes?: number;
  readonly signal?: AbortSignal;
  /** Called after each batch. */
  readonly onProgress?: (progress: ReadProgress) => void;
}

export const textOptionNames: OptionNames<TextOptions> = {
  ...{ sampleRows: true, sampleBytes: true, schema: true, recordBytes: true, signal: true, onProgress: true },
  ...{ badRows: true, onBadRow: true },
};

/**
 * The number of rows and bytes from which types are inferred, and the maximum size of records, with defaults filled in.
 */
export type Sampling = Required<Pick<TextOptions, 'sampleRows' | 'sampleBytes' | 'recordBytes'>>;

/**
 * Checks the size options, and fills in defaults. @throws ParquetError INVALID_ARGUMENT for sizes that are not positive
 * integers.
 */
export function samplingOf(options: TextOptions): Sampling {
  const { sampleRows = 10_000, sampleBytes = 2 ** 22, recordBytes = 2 ** 24 } = options;
  const sampling = { sampleRows, sampleBytes, recordBytes };
  for (const [name, count] of Object.entries(sampling)) {
    if (Number.isSafeInteger(count) && count >= 1) continue;
    throw new ParquetError('INVALID_ARGUMENT', `\`${name}\` must be a whole number of at least 1, got ${count}`);
  }
  return sampling;
}
