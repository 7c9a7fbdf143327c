/**
 * Provides the values at a VARIANT path to functions in predicates, which receive the columns that store the values.
 */
import { type ColumnPiece, nestColumns } from '@marquetry/column';
import { ParquetError } from '@marquetry/core';
import { fieldsOf, formatPath, type LeafNode, type Schema } from '@marquetry/schema';
import { createVariantReader, type VariantEntries } from '../shredded/reader.js';
import type { PathColumns } from './path-columns.js';

export interface PathEntries {
  /** The names of the columns that store the values at the VARIANT path. */
  readonly columns: readonly string[];
  /** Returns the values of a batch, one entry per row. `columnOf` must return the batch's columns. */
  entriesOf(columnOf: (leaf: LeafNode) => ColumnPiece, rowCount: number): VariantEntries;
}

/**
 * Finds the columns that store the values at a path.
 * @throws ParquetError CORRUPT or UNSUPPORTED, naming the column, if the columns do not form a valid shredded VARIANT.
 */
export function pathEntries(schema: Schema, { node, leaves }: PathColumns): PathEntries {
  const fields = fieldsOf({ root: { ...schema.root, children: [node] } });
  const refusal = (): ParquetError => new ParquetError('CORRUPT', `${node.name} leads into a VARIANT without columns`);
  const [field] = fields;
  if (field?.kind !== 'variant') throw refusal();
  const read = createVariantReader(field);
  return {
    columns: leaves.map(({ path }) => formatPath(path)),
    entriesOf: (columnOf, rowCount) => {
      const [column] = nestColumns(fields, columnOf, rowCount);
      if (column?.kind !== 'variant') throw refusal();
      return read(column);
    },
  };
}
