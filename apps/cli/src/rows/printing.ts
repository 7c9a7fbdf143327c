/**
 * What rows are printed with.
 */
import type { NestedColumn } from '@marquetry/column';
import type { NestedBatch } from '@marquetry/file';
import type { Field } from '@marquetry/schema';
import type { RowFormat } from './row-format.js';

export interface Printing {
  readonly fields: readonly Field[];
  readonly rows: RowFormat;
  readonly write: (text: string) => Promise<void>;
}

/** The columns of a batch in the order of the fields. */
export function columnsOf({ columns }: NestedBatch, fields: readonly Field[]): NestedColumn[] {
  const byNode = new Map(columns.map((column) => [column.field.node, column]));
  return fields.map(({ node }) => byNode.get(node) as NestedColumn);
}
