/** Converts a single column to an Arrow vector, and a field of the schema to an Arrow type or field. */
import type { NestedColumn } from '@marquetry/column';
import { runSteps } from '@marquetry/core';
import type { Field, LeafNode } from '@marquetry/schema';
import { type Field as ArrowField, type DataType, Vector } from 'apache-arrow';
import { arrowFieldOf, mapField } from './map-field.js';
import type { ArrowTypeOptions } from './mapping.js';

/**
 * Returns the Arrow type of a field. The type is never a Dictionary.
 * @throws ParquetError UNSUPPORTED, naming the column, for decimals of more than 76 digits.
 */
export function arrowType(field: Field, options: ArrowTypeOptions = {}): DataType {
  return mapField(field, { ...options, dictionary: () => false }).type;
}

/**
 * Returns the Arrow field for a Parquet field: its name, whether it is nullable, its {@link arrowType}, and metadata
 * for properties that the type cannot express. Throws the same errors as {@link arrowType}.
 */
export function arrowField(field: Field, options: ArrowTypeOptions = {}): ArrowField {
  return arrowFieldOf(field, mapField(field, { ...options, dictionary: () => false }), undefined);
}

/**
 * Converts a column to a vector with one chunk. Offsets, bitmaps, indices and values are the arrays of the column
 * itself, if Arrow and Parquet have the same layout for the type. A column of dictionary indices becomes a Dictionary
 * vector.
 *
 * 8- and 16-bit integers, decimals, INTERVAL and INT96 are copied and checked. In a Dictionary vector, only the
 * dictionary entries are copied and checked.
 * @throws ParquetError, naming column and row: CORRUPT for values that contradict their annotation; LIMIT for INT96
 * values that exceed 64 bits in nanoseconds, and for INTERVALs of 2^31 or more months or days; UNSUPPORTED for the same
 * columns as {@link arrowType}.
 */
export function arrowVector(column: NestedColumn, options: ArrowTypeOptions = {}): Vector {
  const indexed = new Set<LeafNode>();
  collectIndexed(column, indexed);
  const mapping = mapField(column.field, { ...options, dictionary: (leaf) => indexed.has(leaf) });
  return new Vector([runSteps(mapping.dataOf(column, (entry) => entry))]);
}

function collectIndexed(column: NestedColumn | undefined, indexed: Set<LeafNode>): void {
  switch (column?.kind) {
    case 'leaf':
      if (column.values.layout === 'dictionary') indexed.add(column.field.leaf);
      break;
    case 'struct':
      for (const child of column.children) collectIndexed(child, indexed);
      break;
    case 'variant':
      collectIndexed(column.storage, indexed);
      break;
    case 'list':
      collectIndexed(column.element, indexed);
      break;
    case 'map':
      collectIndexed(column.key, indexed);
      collectIndexed(column.value, indexed);
  }
}
