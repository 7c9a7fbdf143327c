/**
 * What every encoding must do, as named cases for any test runner.
 */
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

/** Options of the conformance suite of encodings. */
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
  /**
   * Encodings that values are handed to and taken from, besides this one itself: those that support the column and write.
   * Default: none.
   */
  readonly others?: readonly Encoding[];
  /** The same seed makes the same pages. Default: 1. */
  readonly seed?: number;
}

/**
 * The cases of an encoding: `for (const { name, run } of conformance(encoding)) test(name, run)`.
 *
 * Round trip; any chunking equals one read; skip and read, and any range, equal a slice; `readInto` appends and never
 * aliases; wrong arguments are INVALID_ARGUMENT; every truncation and bit flip gives values of the right length or a
 * ParquetError; counts that the bytes do not bear out take no memory above the limits; bytes behind the values are not
 * read; what was read can be written again, in this encoding and in others.
 */
export function conformance(encoding: Encoding, options: ConformanceOptions = {}): ConformanceCase[] {
  const { columns = standardColumns, seed = 1, endsByItself = true, encoderOptions, others = [] } = options;
  const own = encoding.encoder === undefined ? [] : samplePages(encoding, columns, seed, encoderOptions);
  const pages = [...own, ...(options.pages ?? [])];
  if (pages.length === 0) throw new Error(`there is no page to try ${encoding.name} on`);
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
