/**
 * Lists encodings that are valid, but that widely used readers reject. The default policy avoids them.
 *
 * Each entry was observed in the named release of the reader; see docs/interop-write.md for the measurements. "Spark"
 * is Spark's vectorized reader, which is on by default.
 */
import { EncodingId, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';

/**
 * The properties of a column that decide whether a reader supports its encoding. A leaf from `@marquetry/schema` has
 * them.
 */
export type ReadColumn = Pick<LeafNode, 'type'> & { readonly annotation?: { readonly kind: string } };

/** An encoding that a reader rejects, for all columns or for some. */
export interface Refusal {
  /** The name and version of the reader, such as a library or a database. */
  readonly reader: string;
  readonly encoding: number;
  /**
   * `type`: the reader supports the encoding, but not for these types. `encoding`: the reader rejects the encoding, or
   * decodes it wrongly, for every type.
   */
  readonly scope: 'type' | 'encoding';
  refuses(column: ReadColumn): boolean;
}

const isBoolean = ({ type }: ReadColumn): boolean => type === PhysicalType.BOOLEAN;
const isFixed = ({ type }: ReadColumn): boolean => type === PhysicalType.FIXED_LEN_BYTE_ARRAY;
const isFloat = ({ type }: ReadColumn): boolean => type === PhysicalType.FLOAT || type === PhysicalType.DOUBLE;
const isDecimal = ({ annotation }: ReadColumn): boolean => annotation?.kind === 'DECIMAL';

/**
 * All known cases in which a reader rejects an encoding. The release in each entry is the latest in which this was
 * observed.
 */
const refusals: readonly Refusal[] = [
  ofType('pyarrow 26', EncodingId.RLE_DICTIONARY, isBoolean),
  ofType('pyarrow 26', EncodingId.PLAIN_DICTIONARY, isBoolean),
  ofType('polars 2.1', EncodingId.RLE_DICTIONARY, isBoolean),
  ofType('polars 2.1', EncodingId.PLAIN_DICTIONARY, isBoolean),
  ofType('polars 2.1', EncodingId.DELTA_BYTE_ARRAY, isFixed),
  ofType('polars 2.1', EncodingId.BYTE_STREAM_SPLIT, isFixed),
  ofType('DuckDB 1.5', EncodingId.BYTE_STREAM_SPLIT, (column) => !isFloat(column)),
  ofType('DuckDB 1.5', EncodingId.DELTA_LENGTH_BYTE_ARRAY, isDecimal),
  ofType('Spark 4.0.0', EncodingId.RLE_DICTIONARY, isBoolean),
  ofType('Spark 4.0.0', EncodingId.PLAIN_DICTIONARY, isBoolean),
  // Spark did not reject this encoding. It returned wrong values for a page of 9,000 values, without an error
  // (SPARK-52240).
  wholly('Spark 4.0.0', EncodingId.DELTA_LENGTH_BYTE_ARRAY),
  wholly('Spark 4.0.0', EncodingId.BYTE_STREAM_SPLIT),
];

/**
 * Returns the readers that reject the given encoding for a column. The result is empty if every reader in
 * docs/interop-write.md accepts it.
 */
export function refusalsOf(encoding: number, column: ReadColumn): readonly Refusal[] {
  return refusals.filter((refusal) => refusal.encoding === encoding && refusal.refuses(column));
}

function ofType(reader: string, encoding: number, refuses: (column: ReadColumn) => boolean): Refusal {
  return { reader, encoding, scope: 'type', refuses };
}

function wholly(reader: string, encoding: number): Refusal {
  return { reader, encoding, scope: 'encoding', refuses: () => true };
}
