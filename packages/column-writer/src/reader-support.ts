/**
 * Legal encodings that readers in wide use refuse: what the default policy avoids.
 *
 * Each row was seen in the release that it names; docs/interop-write.md has what was measured. Spark is its vectorized reader,
 * which is on by default.
 */
import { EncodingId, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';

/** A column as far as readers tell columns apart. A leaf of `@marquetry/schema` is one. */
export type ReadColumn = Pick<LeafNode, 'type'> & { readonly annotation?: { readonly kind: string } };

/** An encoding that a reader refuses, of all columns or of some. */
export interface Refusal {
  /** The reader and its releases. */
  readonly reader: string;
  readonly encoding: number;
  /**
   * `type`: the reader has the encoding, but refuses it for these types. `encoding`: it lacks the encoding, or cannot be
   * trusted with it, whatever the type.
   */
  readonly scope: 'type' | 'encoding';
  refuses(column: ReadColumn): boolean;
}

const isBoolean = ({ type }: ReadColumn): boolean => type === PhysicalType.BOOLEAN;
const isFixed = ({ type }: ReadColumn): boolean => type === PhysicalType.FIXED_LEN_BYTE_ARRAY;
const isFloat = ({ type }: ReadColumn): boolean => type === PhysicalType.FLOAT || type === PhysicalType.DOUBLE;
const isDecimal = ({ annotation }: ReadColumn): boolean => annotation?.kind === 'DECIMAL';

/** By encoding. Releases that are named are the newest that were seen to refuse. */
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
  // Not refused, but worse: from a page of 9,000 values it made other values, without an error (SPARK-52240).
  wholly('Spark 4.0.0', EncodingId.DELTA_LENGTH_BYTE_ARRAY),
  wholly('Spark 4.0.0', EncodingId.BYTE_STREAM_SPLIT),
];

/** Who refuses an encoding of a column; empty if every reader of docs/interop-write.md takes it. */
export function refusalsOf(encoding: number, column: ReadColumn): readonly Refusal[] {
  return refusals.filter((refusal) => refusal.encoding === encoding && refusal.refuses(column));
}

function ofType(reader: string, encoding: number, refuses: (column: ReadColumn) => boolean): Refusal {
  return { reader, encoding, scope: 'type', refuses };
}

function wholly(reader: string, encoding: number): Refusal {
  return { reader, encoding, scope: 'encoding', refuses: () => true };
}
