/** Pages for testing a decoder. They are written by the encoder of the same encoding, or passed by its author. */
import {
  type ColumnType,
  type DirectValues,
  describeColumnType,
  type EncoderOptions,
  type Encoding,
  PhysicalType,
  type Values,
} from '@marquetry/core';
import { createRandom } from './random.js';
import { type SampleValues, sampleValues } from './sample-values.js';

/** Encoded values, and the values that decoding must return. */
export interface SamplePage {
  /** A name for the page, used in the names of cases. */
  readonly label: string;
  readonly column: ColumnType;
  readonly bytes: Uint8Array;
  readonly values: Values;
  /** The dictionary to which the indices in `bytes` refer, for an encoding that uses dictionaries. */
  readonly dictionary?: DirectValues;
}

/** One column of each physical type, and FIXED_LEN_BYTE_ARRAY columns of several widths. */
export const standardColumns: readonly ColumnType[] = [
  { type: PhysicalType.BOOLEAN, width: 0 },
  { type: PhysicalType.INT32, width: 4 },
  { type: PhysicalType.INT64, width: 8 },
  { type: PhysicalType.INT96, width: 12 },
  { type: PhysicalType.FLOAT, width: 4 },
  { type: PhysicalType.DOUBLE, width: 8 },
  { type: PhysicalType.BYTE_ARRAY, width: 0 },
  { type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width: 1 },
  { type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width: 5 },
  { type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width: 16 },
];

const kinds: readonly SampleValues[] = ['edges', 'random', 'constant', 'ascending'];
const many = 301;
const dictionarySize = 37;

/**
 * Returns pages of zero, one and many values for each column, written by the encoding's encoder. Columns that the
 * encoding does not support are skipped.
 */
export function samplePages(
  encoding: Encoding,
  columns: readonly ColumnType[],
  seed: number,
  options?: EncoderOptions,
): SamplePage[] {
  const random = createRandom(seed);
  const pages: SamplePage[] = [];
  for (const column of columns) {
    if (!encoding.supports(column)) continue;
    const shapes = [...kinds.map((kind) => [kind, many] as const), ['edges', 0] as const, ['random', 1] as const];
    for (const [kind, count] of shapes) {
      const label = `${describeColumnType(column)}, ${count} values (${kind})`;
      if (!encoding.usesDictionary) {
        const values = sampleValues(column, kind, count, random);
        pages.push({ label, column, bytes: encodePage(encoding, column, values, options), values });
        continue;
      }
      const dictionary = sampleValues(column, kind, dictionarySize, random);
      const indices = new Int32Array(count);
      for (let i = 0; i < count; i++) indices[i] = i % 50 < 20 ? i % 3 : random(dictionarySize);
      const values: Values = { layout: 'dictionary', type: column.type, length: count, indices, dictionary };
      pages.push({ label, column, bytes: encodePage(encoding, column, values, options), values, dictionary });
    }
  }
  return pages;
}

function encodePage(encoding: Encoding, column: ColumnType, values: Values, options?: EncoderOptions): Uint8Array {
  if (encoding.encoder === undefined) throw new Error(`${encoding.name} has no encoder: pass \`pages\``);
  const encoder = encoding.encoder(column, options);
  encoder.write(values, 0, values.length);
  return encoder.finish();
}
