/**
 * What every encoding must do, as named cases for any test runner.
 */
import type { ColumnType, EncoderOptions, Encoding } from '@marquetry/core';
import { argumentCases } from './cases/arguments.js';
import { damageCases } from './cases/damage.js';
import { dictionaryCases } from './cases/dictionary.js';
import { encoderCases } from './cases/encoder.js';
import { readCases } from './cases/read.js';
import { type SamplePage, samplePages, standardColumns } from './sample-pages.js';

/** One property of one page. `run` throws an Error where it does not hold. */
export interface ConformanceCase {
  readonly name: string;
  run(): void;
}

/** What the suite tries an encoding with. */
export interface ConformanceOptions {
  /** Columns to try; those that the encoding does not support are left out. Default: {@link standardColumns}. */
  readonly columns?: readonly ColumnType[];
  /** Pages of the author's making, tried besides those of the encoding's encoder. A read-only encoding needs some. */
  readonly pages?: readonly SamplePage[];
  /** Options for the encoding's encoder. */
  readonly encoderOptions?: EncoderOptions;
  /**
   * False for an encoding that takes all bytes it is given as its own, as BYTE_STREAM_SPLIT does: it need not ignore
   * bytes behind the values. Default: true.
   */
  readonly endsByItself?: boolean;
  /** The same seed makes the same pages. Default: 1. */
  readonly seed?: number;
}

/**
 * The cases of an encoding: `for (const { name, run } of conformance(encoding)) test(name, run)`.
 *
 * Round trip; any chunking equals one read; skip and read equal a slice; `readInto` appends and never aliases; wrong
 * arguments are INVALID_ARGUMENT; every truncation and bit flip gives values of the right length or a ParquetError;
 * bytes behind the values are not read.
 */
export function conformance(encoding: Encoding, options: ConformanceOptions = {}): ConformanceCase[] {
  const { columns = standardColumns, seed = 1, endsByItself = true, encoderOptions } = options;
  const own = encoding.encoder === undefined ? [] : samplePages(encoding, columns, seed, encoderOptions);
  const pages = [...own, ...(options.pages ?? [])];
  if (pages.length === 0) throw new Error(`there is no page to try ${encoding.name} on`);
  return pages.flatMap((page) =>
    [
      ...readCases(encoding, page, seed, endsByItself),
      ...argumentCases(encoding, page),
      ...damageCases(encoding, page, seed),
      ...dictionaryCases(encoding, page),
      ...encoderCases(encoding, page, encoderOptions),
    ].map(({ name, run }) => ({ name: `${encoding.name}, ${page.label}: ${name}`, run })),
  );
}
