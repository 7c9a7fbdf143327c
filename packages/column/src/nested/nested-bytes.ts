/** Computes how much memory nested columns take. */
import type { Values } from '@marquetry/core';
import { valuesByteLength } from '../page-memory.js';
import type { NestedColumn } from './nested-column.js';

/** Returns the number of bytes of all arrays of `columns`. A dictionary is counted once per column that uses it. */
export function nestedBytes(columns: readonly NestedColumn[]): number {
  return columns.reduce((sum, column) => sum + bytesIn(column), 0);
}

function bytesIn(column: NestedColumn): number {
  const nulls = column.nulls.kind === 'bitmap' ? column.nulls.bits.byteLength : 0;
  switch (column.kind) {
    case 'leaf':
      return nulls + bytesOfValues(column.values);
    case 'struct':
      return nulls + nestedBytes(column.children);
    case 'variant':
      return bytesIn(column.storage);
    case 'list':
      return nulls + column.offsets.byteLength + bytesIn(column.element);
    case 'map':
      return nulls + column.offsets.byteLength + nestedBytes([column.key, ...(column.value ? [column.value] : [])]);
  }
}

function bytesOfValues(values: Values): number {
  return values.layout === 'dictionary'
    ? values.indices.byteLength + valuesByteLength(values.dictionary)
    : valuesByteLength(values);
}
