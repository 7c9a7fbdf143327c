/**
 * Lists encodings that are valid, but that widely used readers reject. The default policy avoids them.
 *
 * Each row was observed in the named release of the reader; docs/interop-write.md has the measurements. "Spark" is
 * Spark's vectorized reader, which is on by default.
 */
import { EncodingId, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';

/**
 * The properties of a column that decide whether a reader supports its encoding. A leaf of `@marquetry/schema` has
 * them.
 */
export type ReadColumn = Pick<LeafNode, 'type'> & { readonly annotation?: { readonly kind: string } };

/** An encoding that a reader rejects, for all columns or for some. */
export interface Refusal {
  /** The name and the version of the reader, for example of a library or a database. */
  readonly reader: string;
  readonly encoding: number;
  /**
   * `type`: the reader supports the encoding, but not for these types. `encoding`: for every type, the reader does not
   * support the encoding or decodes it wrongly.
   */
  readonly scope: 'type' | 'encoding';
  refuses(column: ReadColumn): boolean;
}

const isBoolean = ({ type }: ReadColumn): boolean => type === PhysicalType.BOOLEAN;
const isFixed = ({ type }: ReadColumn): boolean => type === PhysicalType.FIXED_LEN_BYTE_ARRAY;
const isFloat = ({ type }: ReadColumn): boolean => type === PhysicalType.FLOAT || type === PhysicalType.DOUBLE;
const isDecimal = ({ annotation }: ReadColumn): boolean => annotation?.kind === 'DECIMAL';

/** All known refusals. The release of each is the newest in which the refusal was observed. */
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
 * Returns the readers that reject an encoding of a column. The result is empty if every reader in docs/interop-write.md
 * accepts it.
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
