/** Nested columns of plain rows, and random schemas with rows. */
import type { NestedColumn } from '@marquetry/column';
import { type NoNulls, type NullBitmap, noNulls, PhysicalType, type Values } from '@marquetry/core';
import { createSchema, type Field, fieldsOf } from '@marquetry/schema';
import fc from 'fast-check';
import { byteArrays, int32s } from './columns.js';

export type Element = Parameters<typeof createSchema>[0][number];

/** What JSON.parse gives. A map is an array of pairs. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

export function fieldsOfElements(elements: readonly Element[], count: number): readonly Field[] {
  return fieldsOf(createSchema([{ name: 'root', numChildren: count }, ...elements]));
}

/** The column of a field whose entries are these; undefined where the entry around is null. */
export function columnOf(field: Field, entries: readonly (Plain | undefined)[]): NestedColumn {
  const { length } = entries;
  const nulls = nullsOf(entries);
  switch (field.kind) {
    case 'leaf':
      return { kind: 'leaf', field, length, nulls, values: valuesOf(field.leaf.type, entries) };
    case 'struct': {
      const children = field.fields.map((child) =>
        columnOf(
          child,
          entries.map((entry) => (entry as Record<string, Plain> | null | undefined)?.[child.name]),
        ),
      );
      return { kind: 'struct', field, length, nulls, children };
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

function valuesOf(type: PhysicalType, entries: readonly (Plain | undefined)[]): Values {
  if (type === PhysicalType.INT32) return int32s(...entries.map((entry) => Number(entry ?? 0)));
  return byteArrays(...entries.map((entry) => String(entry ?? '')));
}

interface Node {
  readonly elements: readonly Element[];
  readonly entry: fc.Arbitrary<Plain>;
}

/** Names that objects order, that they inherit, and that JSON escapes. */
const name = fc.constantFrom('a', 'b', '10', '2', '__proto__', 'constructor', 'q"\\', '');

function leaf(named: string, isNullable: boolean): fc.Arbitrary<Node> {
  const repetitionType = isNullable ? 1 : 0;
  return fc.constantFrom<Node>(
    {
      elements: [{ name: named, type: PhysicalType.INT32, repetitionType }],
      entry: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    },
    {
      elements: [{ name: named, type: PhysicalType.BYTE_ARRAY, repetitionType, logicalType: { kind: 'STRING' } }],
      entry: fc.string({ unit: 'grapheme', maxLength: 4 }),
    },
  );
}

function node(named: string, depth: number, isNullable: boolean): fc.Arbitrary<Node> {
  const withNulls = ({ elements, entry }: Node): Node => ({
    elements,
    entry: isNullable ? fc.option(entry, { freq: 3 }) : entry,
  });
  if (depth === 0) return leaf(named, isNullable).map(withNulls);
  const group = { name: named, repetitionType: isNullable ? 1 : 0, numChildren: 1 };
  const struct = fields(depth - 1).map(
    ({ elements, entry, count }): Node => ({ elements: [{ ...group, numChildren: count }, ...elements], entry }),
  );
  const list = anyNode('element', depth - 1).map(
    ({ elements, entry }): Node => ({
      elements: [
        { ...group, logicalType: { kind: 'LIST' } },
        { name: 'list', repetitionType: 2, numChildren: 1 },
        ...elements,
      ],
      entry: fc.array(entry, { maxLength: 3 }),
    }),
  );
  const map = fc.tuple(leaf('key', false), fc.option(anyNode('value', depth - 1))).map(
    ([key, value]): Node => ({
      elements: [
        { ...group, logicalType: { kind: 'MAP' } },
        { name: 'key_value', repetitionType: 2, numChildren: value === null ? 1 : 2 },
        ...key.elements,
        ...(value?.elements ?? []),
      ],
      entry: fc.array(fc.tuple(key.entry, value?.entry ?? fc.constant(null)), { maxLength: 3 }),
    }),
  );
  return fc.oneof(leaf(named, isNullable), struct, list, map).map(withNulls);
}

function anyNode(named: string, depth: number): fc.Arbitrary<Node> {
  return fc.boolean().chain((isNullable) => node(named, depth, isNullable));
}

function fields(depth: number): fc.Arbitrary<Node & { readonly count: number }> {
  return fc.uniqueArray(name, { minLength: 1, maxLength: 3 }).chain((names) =>
    fc.tuple(...names.map((named) => anyNode(named, depth))).map((nodes) => ({
      count: nodes.length,
      elements: nodes.flatMap(({ elements }) => elements),
      entry: fc
        .tuple(...nodes.map(({ entry }) => entry))
        .map((entries) => Object.fromEntries(entries.map((entry, i) => [names[i]!, entry]))),
    })),
  );
}

export interface Table {
  readonly fields: readonly Field[];
  readonly rows: readonly Readonly<Record<string, Plain>>[];
}

/** Random schemas with rows. */
export const tables: fc.Arbitrary<Table> = fields(4).chain(({ elements, entry, count }) =>
  fc.array(entry, { maxLength: 12 }).map((rows) => ({
    fields: fieldsOfElements(elements, count),
    rows: rows as Record<string, Plain>[],
  })),
);
