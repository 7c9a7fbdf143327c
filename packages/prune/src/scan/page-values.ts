/** Decodes the values of a page block by block, for tests that take several steps. */
import { type ColumnPiece, createNullBuilder } from '@marquetry/column';
import {
  createColumnBuffer,
  type DirectValues,
  EncodingId,
  type Limits,
  type Nulls,
  noNulls,
  PhysicalType,
  type ValueDecoder,
  type Values,
} from '@marquetry/core';
import type { DataPage } from '@marquetry/page';
import type { LeafNode } from '@marquetry/schema';
import { blockBytes } from './number-blocks.js';

/**
 * Maximum width of values that are decoded into blocks, in bytes. Wider values are decoded into separate arrays,
 * because a block of 64 KiB would hold too few of them.
 */
const mostWidth = 64;
/** Number of byte arrays per block if decoding copies their bytes. It is small, because byte arrays may be long. */
const blockByteArrays = 256;

/** Returns the number of slots of a page to decode per block. */
export function blockSlots(leaf: LeafNode, { encoding }: DataPage, dictionary: DirectValues | undefined): number {
  const width = dictionary !== undefined || leaf.type === PhysicalType.BOOLEAN ? 4 : leaf.width;
  if (width > 0 && width <= mostWidth) return Math.floor(blockBytes / width) & ~7;
  return encoding === EncodingId.PLAIN ? 16 * blockByteArrays : blockByteArrays;
}

/**
 * Decodes the next `count` values into `memory`, or their indices if there is a dictionary. Booleans, byte arrays and
 * values wider than `mostWidth` are returned in other arrays, as are the values of decoders that cannot return indices.
 */
export function valuesOf(
  leaf: LeafNode,
  dictionary: DirectValues | undefined,
  decoder: ValueDecoder,
  count: number,
  memory: Uint8Array,
): Values {
  if (dictionary !== undefined && decoder.readIndices !== undefined) {
    const indices = new Int32Array(memory.buffer, memory.byteOffset, count);
    decoder.readIndices(indices, 0, count);
    return { layout: 'dictionary', type: dictionary.type, length: count, indices, dictionary };
  }
  const { type, width } = leaf;
  if (dictionary !== undefined || type === PhysicalType.BOOLEAN || !(width > 0 && width <= mostWidth)) {
    return decoder.read(count);
  }
  const buffer = createColumnBuffer(leaf, { capacity: count, allocate: () => memory });
  decoder.readInto(buffer, count);
  return buffer.values;
}

/** Returns the nulls of slots `[from, to)` of a page. */
export function slicedNulls(
  nulls: Nulls,
  from: number,
  to: number,
  { maxDefinitionLevel }: LeafNode,
  limits: Limits,
): Nulls {
  const builder = createNullBuilder(maxDefinitionLevel, to - from, limits);
  builder.append(nulls, from, to);
  return builder.finish();
}

/** Returns a column without rows that has the given dictionary. */
export function noRowsOf(dictionary: DirectValues): ColumnPiece {
  const { type } = dictionary;
  const values: Values = { layout: 'dictionary', type, length: 0, indices: new Int32Array(0), dictionary };
  return { values, nulls: noNulls, slotCount: 0, rowCount: 0, spaced: false };
}
