/**
 * Aligned columns for people: long values are cut, control characters escaped.
 */
import { PhysicalType } from '@marquetry/core';
import type { Field } from '@marquetry/schema';
import type { Output } from '../terminal/output.js';
import { printable } from '../terminal/printable.js';
import { createTable } from '../terminal/table.js';
import { createCellWriter } from './cells.js';
import type { RowFormat } from './row-format.js';

const maxWidth = 60;
/** Of a long value no more than this is looked at. */
const lookAt = 8 * maxWidth;

export function createTableFormat(fields: readonly Field[], { colors }: Output): RowFormat {
  const table = createTable(
    fields.map((field) => ({
      header: printable(field.name),
      align: isNumber(field) ? ('right' as const) : ('left' as const),
      maxWidth,
    })),
    colors.bold,
  );
  const none = { text: 'null', paint: colors.dim };
  const writer = createCellWriter(fields);
  return {
    begin: () => '',
    rowsOf: (columns) => {
      const cells = writer(columns);
      return (row) =>
        table.row(
          cells.map((cell) => {
            const text = cell(row);
            return text === undefined ? none : { text: printable(startOf(text)) };
          }),
        );
    },
    end: () => table.end(),
  };
}

/** The part of a value that is looked at. It keeps no long text alive, as a slice of it would. */
function startOf(text: string): string {
  return text.length <= lookAt ? text : (JSON.parse(JSON.stringify(text.slice(0, lookAt))) as string);
}

/** Columns whose digits belong under each other. */
function isNumber(field: Field): boolean {
  if (field.kind !== 'leaf') return false;
  const { type, annotation } = field.leaf;
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
