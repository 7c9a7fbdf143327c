/**
 * Options for reading text in any format.
 */
import { type OptionNames, ParquetError } from '@marquetry/core';
import type { FieldDefinitions } from '@marquetry/schema';
import type { BadRowOptions } from './bad-rows.js';
import type { ReadProgress } from './progress.js';

/** Options that apply to every text format. */
export interface TextOptions extends BadRowOptions {
  /** Maximum number of rows per file from which types are inferred. Default: 10,000. */
  readonly sampleRows?: number;
  /** Maximum number of bytes per file from which types are inferred. Default: 4 MiB. */
  readonly sampleBytes?: number;
  /** Column types by name, in the form that `defineSchema` accepts. The types of all other columns are inferred. */
  readonly schema?: FieldDefinitions;
  /**
   * Maximum size of a record in bytes. A longer record throws LIMIT, because each record must fit in memory. Default:
   * 16 MiB.
   */
  readonly recordBytes?: number;
  readonly signal?: AbortSignal;
  /** Called with the progress of the read after each batch. */
  readonly onProgress?: (progress: ReadProgress) => void;
}

export const textOptionNames: OptionNames<TextOptions> = {
  ...{ sampleRows: true, sampleBytes: true, schema: true, recordBytes: true, signal: true, onProgress: true },
  ...{ badRows: true, onBadRow: true },
};

/**
 * Maximum numbers of rows and bytes from which types are inferred, and maximum size of a record, with defaults filled
 * in.
 */
export type Sampling = Required<Pick<TextOptions, 'sampleRows' | 'sampleBytes' | 'recordBytes'>>;

/**
 * Checks the size options, and fills in defaults.
 * @throws ParquetError INVALID_ARGUMENT for sizes that are not positive integers.
 */
export function samplingOf(options: TextOptions): Sampling {
  const { sampleRows = 10_000, sampleBytes = 2 ** 22, recordBytes = 2 ** 24 } = options;
  const sampling = { sampleRows, sampleBytes, recordBytes };
  for (const [name, count] of Object.entries(sampling)) {
    if (Number.isSafeInteger(count) && count >= 1) continue;
    throw new ParquetError('INVALID_ARGUMENT', `\`${name}\` must be a positive integer, got ${count}`);
  }
  return sampling;
}
