/**
 * Columns of bytes without a logical type that hold text: older writers annotate no string.
 *
 * A column is decided as a whole, by the rows that are printed: either all of its values are text, or all are printed as bytes. Text is
 * UTF-8 without control characters other than tabs and line ends, so that hashes and packed numbers stay bytes.
 */
import type { FlatValues, Values } from '@marquetry/core';
import { PhysicalType } from '@marquetry/core';
import type { ParquetFile, ReadNestedOptions } from '@marquetry/file';
import type { Field, LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';

export interface TextColumns {
  /** The fields, in which columns that hold text are annotated as STRING. */
  of(fields: readonly Field[]): Promise<readonly Field[]>;
}

/** `read`: the rows that are printed. They are read ahead where there is a column to decide. */
export function createTextColumns(file: ParquetFile, read: ReadNestedOptions, { pause }: Context): TextColumns {
  return {
    of: async (fields) => {
      const texts = new Set<LeafNode>();
      for (const leaf of fields.flatMap(({ leaves }) => leaves)) {
        if (isOpen(leaf) && (await holdsText(file, leaf, read, pause))) texts.add(leaf);
      }
      return texts.size === 0 ? fields : fields.map((field) => annotated(field, texts));
    },
  };
}

function isOpen({ type, annotation }: LeafNode): boolean {
  return type === PhysicalType.BYTE_ARRAY && annotation === undefined;
}

/** Rows that are decoded at a time. */
const batchRows = 2 ** 14;

async function holdsText(
  file: ParquetFile,
  leaf: LeafNode,
  { rowGroups, ...read }: ReadNestedOptions,
  pause: () => Promise<void>,
): Promise<boolean> {
  let known: FlatValues | undefined;
  for await (const [column] of file.batches({
    ...read,
    ...(rowGroups !== undefined && { rowGroups }),
    columns: [leaf],
    batchRows,
  })) {
    if (column === undefined) continue;
    const values = flatOf(column.values);
    // Batches of a chunk share its dictionary.
    if (values === known) continue;
    known = values;
    if (!isText(values)) return false;
    await pause();
  }
  return true;
}

function flatOf(values: Values): FlatValues {
  return values.layout === 'dictionary' ? values.dictionary : values;
}

const control = /(?![\t\n\r])\p{Cc}/u;

/** Bytes that are decoded at a time. */
const stepBytes = 2 ** 20;

function isText(values: FlatValues): boolean {
  if (values.layout !== 'bytes') return false;
  const { offsets, data, length } = values;
  // A value ends where a character ends: joined values may be UTF-8 where they are not.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for (let i = 0; i < length; ) {
      const from = offsets[i] as number;
      let to = from;
      do {
        const start = offsets[i] as number;
        to = offsets[++i] as number;
        if (to > start && ((data[start] as number) & 0xc0) === 0x80) return false;
      } while (i < length && to - from < stepBytes);
      if (control.test(decoder.decode(data.subarray(from, to)))) return false;
    }
  } catch {
    return false;
  }
  return true;
}

function annotated(field: Field, texts: ReadonlySet<LeafNode>): Field {
  switch (field.kind) {
    case 'leaf':
      return texts.has(field.leaf) ? { ...field, leaf: { ...field.leaf, annotation: { kind: 'STRING' } } } : field;
    case 'struct':
      return { ...field, fields: field.fields.map((each) => annotated(each, texts)) };
    case 'list':
      return { ...field, element: annotated(field.element, texts) };
    case 'map':
      return {
        ...field,
        key: annotated(field.key, texts),
        value: field.value === undefined ? undefined : annotated(field.value, texts),
      };
  }
}
