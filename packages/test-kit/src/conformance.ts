/** The requirements for every encoding, as named cases for any test runner. */
import type { ColumnType, EncoderOptions, Encoding } from '@marquetry/core';
import { argumentCases } from './cases/arguments.js';
import { crossCases } from './cases/cross.js';
import { damageCases } from './cases/damage.js';
import { dictionaryCases } from './cases/dictionary.js';
import { encoderCases } from './cases/encoder.js';
import { limitCases } from './cases/limits.js';
import { ownershipCases } from './cases/ownership.js';
import { rangeCases } from './cases/ranges.js';
import { readCases } from './cases/read.js';
import { shapeCases } from './cases/shape.js';
import type { ConformanceCase } from './conformance-case.js';
import { type SamplePage, samplePages, standardColumns } from './sample-pages.js';

/** Options of the conformance suite for encodings. */
export interface ConformanceOptions {
  /** The columns to test. Columns that the encoding does not support are skipped. Default: {@link standardColumns}. */
  readonly columns?: readonly ColumnType[];
  /**
   * Pages from other sources, which are tested in addition to those that the encoding's encoder writes. Required for an
   * encoding without an encoder.
   */
  readonly pages?: readonly SamplePage[];
  /** Options to pass to the encoding's encoder. */
  readonly encoderOptions?: EncoderOptions;
  /**
   * True if the decoder ignores bytes after the values. Set it to false for an encoding such as BYTE_STREAM_SPLIT,
   * which uses all bytes that it is given. Default: true.
   */
  readonly endsByItself?: boolean;
  /**
   * Other encodings for a round trip: values are converted to each encoding that supports the column and has an
   * encoder, and back. Default: none.
   */
  readonly others?: readonly Encoding[];
  /** The seed of the random values. The same seed creates the same pages. Default: 1. */
  readonly seed?: number;
}

/**
 * Returns the cases for an encoding: `for (const { name, run } of conformance(encoding)) test(name, run)`.
 *
 * The cases check that values survive a round trip; that reading in chunks, ranges and after skips returns the same
 * values as one read; that `readInto` appends copies; that invalid arguments throw INVALID_ARGUMENT; that every
 * truncation and bit flip yields the right number of values or a ParquetError; that forged value counts allocate no
 * memory above the limits; that bytes after the values are not read; and that values that were read can be written
 * again, in this encoding and in others.
 */
export function conformance(encoding: Encoding, options: ConformanceOptions = {}): ConformanceCase[] {
  const { columns = standardColumns, seed = 1, endsByItself = true, encoderOptions, others = [] } = options;
  const own = encoding.encoder === undefined ? [] : samplePages(encoding, columns, seed, encoderOptions);
  const pages = [...own, ...(options.pages ?? [])];
  if (pages.length === 0) throw new Error(`there is no page to test ${encoding.name} with: pass \`pages\``);
  const named = (label: string, cases: readonly ConformanceCase[]): ConformanceCase[] =>
    cases.map(({ name, run }) => ({ name: `${label}: ${name}`, run }));
  return [
    ...named(encoding.name, shapeCases(encoding)),
    ...pages.flatMap((page) =>
      named(`${encoding.name}, ${page.label}`, [
        ...readCases(encoding, page, seed, endsByItself),
        ...rangeCases(encoding, page, seed),
        ...argumentCases(encoding, page),
        ...ownershipCases(encoding, page, encoderOptions),
        ...damageCases(encoding, page, seed),
        ...limitCases(encoding, page),
        ...dictionaryCases(encoding, page),
        ...encoderCases(encoding, page, encoderOptions),
        ...crossCases(encoding, page, [encoding, ...others.filter((other) => other !== encoding)], encoderOptions),
      ]),
    ),
  ];
}
