/**
 * Aligned columns for people: long values are cut, control characters escaped.
 */
import { PhysicalType } from '@marquetry/core';
import { createTextWriter } from '@marquetry/json';
import type { LeafNode } from '@marquetry/schema';
import type { Output } from '../terminal/output.js';
import { printable } from '../terminal/printable.js';
import { createTable } from '../terminal/table.js';
import type { RowFormat } from './format.js';

const maxWidth = 60;
/** Of a long value no more than this is looked at. */
const lookAt = 8 * maxWidth;

export function createTableFormat(leaves: readonly LeafNode[], { colors }: Output): RowFormat {
  const table = createTable(
    leaves.map((leaf) => ({
      header: printable(leaf.name),
      align: isNumber(leaf) ? ('right' as const) : ('left' as const),
      maxWidth,
    })),
    colors.bold,
  );
  const none = { text: 'null', paint: colors.dim };
  return {
    writerOf: createTextWriter,
    begin: () => '',
    row: (cells, row) =>
      table.row(
        cells.map((cell) => {
          const text = cell(row);
          return text === undefined ? none : { text: printable(text.slice(0, lookAt)) };
        }),
      ),
    end: () => table.end(),
  };
}

/** Columns whose digits belong under each other. */
function isNumber({ type, annotation }: LeafNode): boolean {
  const kind = annotation?.kind;
  if (kind === 'DECIMAL' || kind === 'FLOAT16' || kind === 'INTEGER') return true;
  if (kind !== undefined && kind !== 'unknown') return false;
  return (
    type === PhysicalType.INT32 ||
    type === PhysicalType.INT64 ||
    type === PhysicalType.FLOAT ||
    type === PhysicalType.DOUBLE
  );
}
