/**
 * Finds text columns among those without a logical type, because older writers do not annotate strings.
 *
 * A column is text only if all of its values in the rows to read are valid UTF-8 without control characters other than
 * tabs and line ends. Columns of hashes and packed numbers therefore remain bytes. Every entry of a dictionary is
 * checked, even if none of the rows uses it.
 */
import {
  type DirectValues,
  isTurnDue,
  ParquetError,
  PhysicalType,
  type Values,
  yieldToEventLoop,
} from '@marquetry/core';
import type { LeafNode, Schema, SchemaNode } from '@marquetry/schema';
import type { ReadBatchesOptions } from './batches.js';
import { leavesOf } from './named-leaves.js';
import type { ParquetFile } from './parquet-file.js';

/**
 * Returns the BYTE_ARRAY columns without a logical type whose values are all text in the rows to read. Checks all
 * columns to read, or only those with the given paths. Reads and decodes a column up to the first batch that contains a
 * value other than text.
 * @throws ParquetError INVALID_ARGUMENT for a path that does not select a BYTE_ARRAY column. Also throws like
 * `ParquetFile.leafBatches`, and throws the reason of an aborted signal.
 */
export async function textColumns(
  file: Pick<ParquetFile, 'schema' | 'leafBatches'>,
  wanted: true | readonly string[],
  { columns, ...read }: ReadBatchesOptions = {},
): Promise<ReadonlySet<LeafNode>> {
  const named = wanted === true ? undefined : leavesNamed(file.schema, wanted);
  const texts = new Set<LeafNode>();
  const variants = new Set(leavesInVariants(file.schema.root));
  for (const leaf of leavesOf(file.schema, columns)) {
    const isOpen = leaf.type === PhysicalType.BYTE_ARRAY && leaf.annotation === undefined && !variants.has(leaf);
    if (isOpen && named?.has(leaf) !== false && (await holdsText(file, leaf, read))) texts.add(leaf);
  }
  return texts;
}

/** Returns the leaves of VARIANT columns, which are never text. */
function leavesInVariants(node: SchemaNode, isInside = false): readonly LeafNode[] {
  if (node.kind === 'leaf') return isInside ? [node] : [];
  const isVariant = isInside || node.annotation?.kind === 'VARIANT';
  return node.children.flatMap((child) => leavesInVariants(child, isVariant));
}

function leavesNamed(schema: Schema, paths: readonly string[]): ReadonlySet<LeafNode> {
  if (!Array.isArray(paths)) {
    throw new ParquetError('INVALID_ARGUMENT', '`text` must be true, false or an array of column paths');
  }
  const named = new Set<LeafNode>();
  for (const path of paths) {
    const leaves = schema.find(path);
    if (!leaves.some(({ type }) => type === PhysicalType.BYTE_ARRAY)) {
      throw new ParquetError('INVALID_ARGUMENT', '`text` must name only BYTE_ARRAY columns', { column: path });
    }
    for (const leaf of leaves) named.add(leaf);
  }
  return named;
}

/** Number of rows to decode at a time. */
const batchRows = 2 ** 14;

async function holdsText(
  file: Pick<ParquetFile, 'leafBatches'>,
  leaf: LeafNode,
  read: Omit<ReadBatchesOptions, 'columns'>,
): Promise<boolean> {
  let known: DirectValues | undefined;
  for await (const [column] of file.leafBatches({ ...read, columns: [leaf], batchRows })) {
    if (column === undefined) continue;
    const values = flatOf(column.values);
    // The batches of a chunk share one dictionary, so it is checked once.
    if (values === known) continue;
    known = values;
    if (!isText(values)) return false;
    if (isTurnDue()) await yieldToEventLoop(read.signal);
  }
  return true;
}

function flatOf(values: Values): DirectValues {
  return values.layout === 'dictionary' ? values.dictionary : values;
}

const control = /(?![\t\n\r])\p{Cc}/u;

/** Number of bytes to check at a time. */
const stepBytes = 2 ** 20;

function isText(values: DirectValues): boolean {
  if (values.layout !== 'bytes') return false;
  const { offsets, data, length } = values;
  // Each value must end at the end of a character. Otherwise, a character could be split between two values, so that
  // only their concatenation would be valid UTF-8.
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
