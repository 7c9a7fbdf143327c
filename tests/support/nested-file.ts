/** Writes files of plain rows. Rows are converted to values and levels by one walk over each record, as in the Dremel paper. */
import { EncodingId } from '@marquetry/core';
import type { SchemaElement } from '@marquetry/metadata';
import { createSchema, type LeafNode, type SchemaNode } from '@marquetry/schema';
import { buildFile } from './files.js';
import type { Plain, Table } from './nested-tables.js';
import { buildDataPage } from './pages.js';
import { type Plain as PlainValue, valuesOf } from './values.js';

interface Slots {
  readonly values: PlainValue[];
  readonly definition: number[];
  readonly repetition: number[];
}

/** Returns a file with one row group per list of rows, and one page per `pageRows` rows. */
export function nestedFileOf(
  { elements, rows }: Table,
  { groupRows = 5, pageRows = 2, version = 1 as 1 | 2 } = {},
): Uint8Array<ArrayBuffer> {
  const rowGroups = runs(rows, groupRows).map((group) => {
    const pages = runs(group, pageRows).map((run) => shred(elements, run));
    const { leaves } = createSchema(elements);
    return {
      numRows: group.length,
      columns: leaves.map((column, i) => ({
        pages: pages.map((shredded) => {
          const { values, definition, repetition } = shredded[i]!;
          const encoding = EncodingId.PLAIN;
          return buildDataPage({ version, column, encoding, values: valuesOf(column, values), definition, repetition });
        }),
      })),
    };
  });
  return buildFile({ schema: elements, rowGroups });
}

function runs<T>(items: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

/** Returns the values and levels of each column. */
function shred(elements: readonly SchemaElement[], rows: readonly Plain[]): Slots[] {
  const { root, leaves } = createSchema(elements);
  const columns = leaves.map((): Slots => ({ values: [], definition: [], repetition: [] }));
  const add = (leaf: LeafNode, repetition: number, definition: number): Slots => {
    const slots = columns[leaf.index]!;
    slots.repetition.push(repetition);
    slots.definition.push(definition);
    return slots;
  };
  /** Adds one null, with these levels, to each column in the subtree of `node`. */
  const addNothing = (node: SchemaNode, repetition: number, definition: number): void => {
    if (node.kind === 'leaf') add(node, repetition, definition);
    else for (const child of node.children) addNothing(child, repetition, definition);
  };
  const addEntry = (node: SchemaNode, entry: Plain, repetition: number, definition: number): void => {
    if (node.kind === 'leaf') add(node, repetition, definition).values.push(stored(entry));
    else for (const child of node.children) addChild(child, partOf(node, child, entry), repetition, definition);
  };
  const addChild = (node: SchemaNode, entry: Plain, repetition: number, definition: number): void => {
    if (node.repetition === 'required') addEntry(node, entry, repetition, definition);
    else if (entry === null) addNothing(node, repetition, definition);
    else if (node.repetition === 'optional') addEntry(node, entry, repetition, definition + 1);
    else addEntries(node, entry as readonly Plain[], repetition, definition);
  };
  const addEntries = (node: SchemaNode, entries: readonly Plain[], repetition: number, definition: number): void => {
    if (entries.length === 0) addNothing(node, repetition, definition);
    for (const [i, entry] of entries.entries()) {
      addEntry(node, entry, i === 0 ? repetition : node.maxRepetitionLevel, definition + 1);
    }
  };
  for (const row of rows) addEntry(root, row, 0, 0);
  return columns;
}

/**
 * Returns the part of an entry that a child node stores: the whole entry for `list` and `key_value`, an item for
 * `element`, the key of a pair for `key`.
 */
function partOf(group: SchemaNode & { readonly kind: 'group' }, child: SchemaNode, entry: Plain): Plain {
  if (group.annotation?.kind === 'LIST' || group.annotation?.kind === 'MAP') return entry;
  if (group.repetition !== 'repeated') return (entry as Readonly<Record<string, Plain>>)[child.name]!;
  return group.name === 'list' ? entry : (entry as readonly Plain[])[group.children.indexOf(child)]!;
}

/** Returns the value to store. A string is returned with one character per byte of its UTF-8 form. */
function stored(entry: Plain): PlainValue {
  return typeof entry === 'string' ? String.fromCharCode(...new TextEncoder().encode(entry)) : (entry as PlainValue);
}
