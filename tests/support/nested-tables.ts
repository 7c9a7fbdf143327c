/** Generates random schemas of any depth, with rows, for tests that write the rows and read them back. */
import { PhysicalType } from '@marquetry/core';
import type { SchemaElement } from '@marquetry/metadata';
import fc from 'fast-check';

/** A value as returned by JSON.parse. A map is an array of pairs, with null for missing values. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

interface Node {
  readonly elements: readonly SchemaElement[];
  readonly entry: fc.Arbitrary<Plain>;
}

/**
 * Generates difficult names: objects list numeric names first and inherit some other names, and JSON escapes some
 * characters.
 */
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
    { elements: [{ name: named, type: PhysicalType.BOOLEAN, repetitionType }], entry: fc.boolean() },
    {
      elements: [{ name: named, type: PhysicalType.DOUBLE, repetitionType }],
      entry: fc.double({ noNaN: true, noDefaultInfinity: true }),
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
  /** The schema elements in depth-first order, including the root. Lists and maps have their standard form. */
  readonly elements: readonly SchemaElement[];
  readonly rows: readonly Readonly<Record<string, Plain>>[];
}

/** Generates random schemas with rows. */
export const tables: fc.Arbitrary<Table> = fields(4).chain(({ elements, entry, count }) =>
  fc.array(entry, { maxLength: 12 }).map((rows) => ({
    elements: [{ name: 'root', numChildren: count }, ...elements],
    rows: rows as Record<string, Plain>[],
  })),
);
