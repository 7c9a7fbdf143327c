/**
 * Tests the values at a VARIANT path with a function in a predicate. Statistics cannot be used, because values may be
 * in the binary column `value`.
 */
import type { ColumnPiece } from '@marquetry/column';
import type { Values } from '@marquetry/core';
import type { FunctionTest, TypedColumn } from '@marquetry/file';
import { bindWhere, evaluate } from '@marquetry/prune';
import type { Schema } from '@marquetry/schema';
import type { PathColumns } from './path-columns.js';
import { pathEntries } from './path-entries.js';
import { columnWhere, type PathTest, passesNull, passesOther } from './path-test.js';
import { type KindValues, keyOfKind, pieceOf, valuesOfKind } from './typed-values.js';

export function valueTest(schema: Schema, path: PathColumns, test: PathTest): FunctionTest {
  const { columns: names, entriesOf } = pathEntries(schema, path);
  return {
    columns: names,
    test: (columns, rowCount, bits) => {
      const byLeaf = new Map(
        columns.map((column) => [column.leaf, column.leaf.maxRepetitionLevel > 0 ? dense(column) : column]),
      );
      const entries = entriesOf((leaf) => byLeaf.get(leaf) as ColumnPiece, rowCount);
      const set = (row: number): void => {
        bits[row >> 3] = (bits[row >> 3] as number) | (1 << (row & 7));
      };
      const byKind = new Map<string, KindValues>();
      for (let row = 0; row < rowCount; row++) {
        const variant = entries.borrow(row);
        const key = variant === null ? undefined : keyOfKind(variant);
        if (variant === null || key === undefined) {
          if (variant === null || variant.kind === 'null' ? passesNull(test) : passesOther(test)) set(row);
          continue;
        }
        let values = byKind.get(key);
        if (values === undefined) {
          values = valuesOfKind(key);
          byKind.set(key, values);
        }
        values.add(variant);
        values.rows.push(row);
      }
      for (const values of byKind.values()) setPassing(values, test, set);
    },
  };
}

function setPassing({ schema, rows, values }: KindValues, test: PathTest, set: (row: number) => void): void {
  const where = columnWhere(test, schema, ['v']);
  if (where === false) return;
  const piece = pieceOf(values());
  const passing = evaluate(bindWhere(schema, where), { rowCount: rows.length, columnOf: () => piece });
  for (const [i, row] of rows.entries()) if (((passing[i >> 3] as number) >> (i & 7)) & 1) set(row);
}

/** Returns the column without entries for nulls. */
function dense(column: TypedColumn): ColumnPiece {
  const { leaf, nulls, slotCount, spaced, values } = column;
  if (!spaced || nulls.kind !== 'levels') return column;
  const slots: number[] = [];
  for (let i = 0; i < slotCount; i++) if (nulls.definition[i] === leaf.maxDefinitionLevel) slots.push(i);
  return { ...column, spaced: false, values: chosen(values, slots) };
}

function chosen(values: Values, slots: readonly number[]): Values {
  const { length } = slots;
  switch (values.layout) {
    case 'dictionary':
      return { ...values, length, indices: Int32Array.from(slots, (slot) => values.indices[slot] as number) };
    case 'bits': {
      const data = new Uint8Array((length + 7) >> 3);
      for (const [i, slot] of slots.entries()) {
        const bit = ((values.data[slot >> 3] as number) >> (slot & 7)) & 1;
        data[i >> 3] = (data[i >> 3] as number) | (bit << (i & 7));
      }
      return { ...values, length, data };
    }
    case 'bytes': {
      const parts = slots.map((slot) =>
        values.data.subarray(values.offsets[slot] as number, values.offsets[slot + 1] as number),
      );
      const offsets = new Int32Array(length + 1);
      for (const [i, part] of parts.entries()) offsets[i + 1] = (offsets[i] as number) + part.length;
      const data = new Uint8Array(offsets[length] as number);
      for (const [i, part] of parts.entries()) data.set(part, offsets[i] as number);
      return { ...values, length, offsets, data };
    }
    case 'fixed': {
      const { data } = values;
      const entryLength = data instanceof Uint8Array ? values.width : 1;
      const bytes = entryLength * data.BYTES_PER_ELEMENT;
      const from = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      const into = new Uint8Array(bytes * length);
      for (const [i, slot] of slots.entries()) into.set(from.subarray(bytes * slot, bytes * (slot + 1)), bytes * i);
      const Kind = data.constructor as new (buffer: ArrayBuffer) => typeof data;
      return { ...values, length, data: new Kind(into.buffer) } as Values;
    }
  }
}
