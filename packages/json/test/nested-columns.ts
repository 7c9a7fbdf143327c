/** Creates nested columns from JavaScript values. */
import type { NestedColumn } from '@marquetry/column';
import { type NoNulls, type NullBitmap, noNulls, type Values } from '@marquetry/core';
import { createSchema, type Field, fieldsOf, type LeafNode } from '@marquetry/schema';
import type { Plain } from '@marquetry/test-support/nested-tables.js';
import { valuesOf } from '@marquetry/test-support/values.js';

export type Element = Parameters<typeof createSchema>[0][number];

/** Returns the fields of a schema with these elements below its root, which has `count` children. */
export function fieldsOfElements(elements: readonly Element[], count: number): readonly Field[] {
  return fieldsOf(createSchema([{ name: 'root', numChildren: count }, ...elements]));
}

/**
 * Returns the column of a field with these entries. An entry is undefined if the entry of the enclosing field is null.
 */
export function columnOf(field: Field, entries: readonly (Plain | undefined)[]): NestedColumn {
  const { length } = entries;
  const nulls = nullsOf(entries);
  switch (field.kind) {
    case 'leaf':
      return { kind: 'leaf', field, length, nulls, values: leafValues(field.leaf, entries) };
    case 'struct': {
      const children = field.fields.map((child) =>
        columnOf(
          child,
          entries.map((entry) => (entry as Record<string, Plain> | null | undefined)?.[child.name]),
        ),
      );
      return { kind: 'struct', field, length, nulls, children };
    }
    case 'variant': {
      const { storage } = field;
      const column = columnOf(storage, entries);
      if (column.kind !== 'struct') throw new Error(`a ${column.kind}`);
      return { kind: 'variant', field, length, nulls, storage: column };
    }
    case 'list': {
      const lists = entries.map((entry) => (entry ?? []) as readonly Plain[]);
      const element = columnOf(field.element, lists.flat(1));
      return { kind: 'list', field, length, nulls, offsets: offsetsOf(lists), element };
    }
    case 'map': {
      const maps = entries.map((entry) => (entry ?? []) as readonly (readonly Plain[])[]);
      const pairs = maps.flat(1);
      const part = (at: number): Plain[] => pairs.map((pair) => pair[at]!);
      const key = columnOf(field.key, part(0));
      const value = field.value && columnOf(field.value, part(1));
      return { kind: 'map', field, length, nulls, offsets: offsetsOf(maps), key, value };
    }
  }
}

function nullsOf(entries: readonly (Plain | undefined)[]): NoNulls | NullBitmap {
  const bits = new Uint8Array(Math.ceil(entries.length / 8));
  let nullCount = 0;
  for (const [i, entry] of entries.entries()) {
    if (entry === null || entry === undefined) nullCount++;
    else bits[i >> 3]! |= 1 << (i & 7);
  }
  return nullCount === 0 ? noNulls : { kind: 'bitmap', bits, nullCount };
}

function offsetsOf(lists: readonly (readonly unknown[])[]): Int32Array {
  const offsets = new Int32Array(lists.length + 1);
  for (const [i, list] of lists.entries()) offsets[i + 1] = offsets[i]! + list.length;
  return offsets;
}

/** Returns the entries as values, with strings as UTF-8. For each null, stores a value that must not be read. */
function leafValues({ type, width }: LeafNode, entries: readonly (Plain | undefined)[]): Values {
  const items = entries.map((entry) => {
    if (typeof entry === 'string') return String.fromCharCode(...new TextEncoder().encode(entry));
    return typeof entry === 'boolean' || typeof entry === 'number' ? entry : 0;
  });
  return valuesOf({ type, width }, items);
}
