/**
 * Prevents V8 from dropping compiled code between two reads.
 *
 *   read 1 | a full garbage collection finds no reader, page or column piece | read 2
 *            V8 drops their hidden classes, and all code that it compiled for them
 *
 * Without this file, a program that reads from time to time, with garbage collections in between, would start each read
 * with uncompiled code. Reads of small pages and chunks would spend up to half of their time on compiling the code
 * again. V8 keeps the code if one object of each class stays alive. The objects kept alive here belong to unfinished
 * reads of a chunk with two pages, whose second page never arrives:
 *
 *   objects of a read that waits for the second page       lane, account, reader, cursor, stream, sequence, rows,
 *                                                          piece, nulls, buffer
 *   objects of a read that stopped inside the first page   page, decoder
 */
import { columnKernels } from '@marquetry/bit-io';
import {
  createCodecRegistry,
  createRegistry,
  defaultLimits,
  type Encoding,
  EncodingId,
  PhysicalType,
} from '@marquetry/core';
import { readPageHeader } from '@marquetry/metadata';
import { createSchema, type LeafNode } from '@marquetry/schema';
import type { ChunkLocation } from './chunk.js';
import { type ColumnLane, openLane } from './column-lane.js';
import type { FileContext } from './context.js';
import { createMemoryBudget } from './memory-budget.js';
import type { RowGroupRange } from './row-range.js';
import { createScratchPool } from './scratch.js';
import type { ByteSource } from './source/byte-source.js';

const kept: unknown[] = [];

/**
 * Creates one object of each class that reading uses, and keeps it alive. Call it before a read creates its first
 * reader.
 */
export function keepClasses(): void {
  if (kept.length > 0) return;
  // One physical type per layout of values, because each layout has its own buffer class.
  for (const type of [PhysicalType.BOOLEAN, PhysicalType.INT32, PhysicalType.BYTE_ARRAY]) {
    kept.push(...startRead(type, 1), ...startRead(type, rowsOfChunk));
  }
  kept.push(
    ...sampleHeaders.flatMap((fields) => [pageOf(fields), pageOf(fields, 0)].map((page) => readPageHeader(page, 0))),
  );
}

/**
 * A page type, the field id of the header for this type, and the fields of this header in ascending order of field id,
 * as zigzag-encoded integers.
 */
type SampleHeader = readonly [type: number, id: number, ...fields: readonly number[]];

/** A v1 page of two PLAIN values, a dictionary page and a v2 page, all without a body. */
const sampleHeaders: readonly SampleHeader[] = [
  [0, 5, 4, 0, 6, 6],
  [4, 7, 0, 0],
  [6, 8, 0, 0, 0, 0, 0, 0],
];
const rowsOfPage = 2;
const rowsOfChunk = 2 * rowsOfPage;

/** Returns a page header in the Thrift compact protocol. */
function pageOf([type, id, ...fields]: SampleHeader, ...crc: readonly number[]): Uint8Array {
  const i32 = (value: number): number[] => [0x15, value];
  const delta = id - 3 - crc.length;
  return Uint8Array.of(...[type, 0, 0, ...crc].flatMap(i32), (delta << 4) | 0x0c, ...fields.flatMap(i32), 0, 0);
}

/**
 * Starts to read `rows` rows of a chunk whose second page never arrives. Returns the objects that the unfinished read
 * uses.
 */
function startRead(type: PhysicalType, rows: number): readonly unknown[] {
  const lane = openSample(type);
  const filling = lane.fill(rows, 2 ** 20);
  filling.next();
  return [lane, filling];
}

function openSample(type: PhysicalType): ColumnLane {
  const { context, location, range } = sampleChunk(type);
  return openLane(context, location, {
    range,
    budget: createMemoryBudget(context, 1),
    codec: undefined,
    scratch: createScratchPool(0),
    spaced: false,
    decodeDictionaries: true,
    signal: undefined,
    windowBytes: undefined,
    leavesReader: false,
    locate: () => location,
  });
}

/** A chunk of two pages, the second of which never arrives. */
export interface SampleChunk {
  readonly context: FileContext;
  readonly location: ChunkLocation;
  /** The range of all rows of the chunk. */
  readonly range: RowGroupRange;
}

/** Returns a chunk of a column with the given type, for reads that never finish and whose objects are kept alive. */
export function sampleChunk(type: PhysicalType): SampleChunk {
  const page = pageOf(sampleHeaders[0] as SampleHeader);
  const schema = createSchema([
    { name: 'root', numChildren: 1 },
    { name: 'sample', type, repetitionType: 0 },
  ]);
  const leaf = schema.leaves[0] as LeafNode;
  const context: FileContext = {
    source: firstPageOnly(page),
    encodings: createRegistry([blank]),
    codecs: createCodecRegistry(),
    kernels: columnKernels,
    limits: defaultLimits,
    verifyChecksums: true,
    footerMemory: { heldBytes: 0 },
    indexes: undefined,
    external: undefined,
    dataEnd: 2 * page.length,
    secrets: undefined,
  };
  const range = { rowGroup: 0, from: 0, to: rowsOfChunk, rowCount: rowsOfChunk, longestGap: 0 };
  return { context, location: locationOf(leaf, page), range };
}

function locationOf(leaf: LeafNode, page: Uint8Array): ChunkLocation {
  const metaData = {
    type: leaf.type,
    encodings: [EncodingId.PLAIN],
    pathInSchema: leaf.path,
    codec: 0,
    numValues: rowsOfChunk,
    // This size is not divisible by the number of rows, so that the estimated bytes per row are a fraction, as in real
    // reads.
    totalUncompressedSize: 2 * page.length,
    totalCompressedSize: page.length,
    dataPageOffset: 0,
  };
  const chunk = { fileOffset: 0, metaData };
  // The source contains only the first page, which can be read without the second one.
  return {
    rowGroup: 0,
    leaf,
    chunk,
    metaData,
    rowCount: rowsOfChunk,
    start: 0,
    end: page.length,
    dataEnd: 2 * page.length,
    secrets: undefined,
    base: 0,
    at: {},
  };
}

function firstPageOnly(page: Uint8Array): ByteSource {
  return {
    byteLength: 3 * page.length,
    readNow: (offset) => (offset === 0 ? page : undefined),
    read: () => new Promise(() => undefined),
  };
}

/** An encoding whose values take no bytes: each is 0, false or empty. */
const blank: Encoding = {
  contract: 1,
  id: EncodingId.PLAIN,
  name: 'BLANK',
  usesDictionary: false,
  supports: () => true,
  decoder: (_, { valueCount }) => ({
    remaining: valueCount,
    read: (length) => ({ layout: 'bits', type: PhysicalType.BOOLEAN, length, data: new Uint8Array(length) }),
    readInto: (target, count) => {
      target.reserve(count);
      target.length += count;
    },
    skip: () => undefined,
  }),
};
