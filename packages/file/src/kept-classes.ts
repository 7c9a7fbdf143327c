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
 *   objects of a file                                      metadata, schema, chunk, location
 *   objects of a read that waits for the second page       lane, account, reader, cursor, stream, sequence, rows,
 *                                                          piece, nulls, buffer
 *   objects of a read that stopped inside the first page   page, decoder
 */
import { columnKernels } from '@marquetry/bit-io';
import {
  type ColumnKernels,
  createCodecRegistry,
  createRegistry,
  defaultLimits,
  type Encoding,
  EncodingId,
  PhysicalType,
  runSteps,
} from '@marquetry/core';
import { briefChunkOf, type FileMetaData, readFileMetaDataInSteps, readPageHeader } from '@marquetry/metadata';
import { createSchema, type LeafNode, type Schema } from '@marquetry/schema';
import { kernelsOf } from './batch-memory.js';
import { type ChunkLocation, locateChunk } from './chunk.js';
import { type ColumnLane, openLane } from './column-lane.js';
import type { FileContext } from './context.js';
import { createMemoryBudget } from './memory-budget.js';
import type { RowGroupRange } from './row-range.js';
import { createScratchPool } from './scratch.js';
import type { ByteSource } from './source/byte-source.js';

/** The objects that are kept alive. */
let kept: unknown[] = [];
let readCount = 0;

/** One physical type per layout of values, because each layout has its own buffer class. */
const sampleTypes = [PhysicalType.BOOLEAN, PhysicalType.INT32, PhysicalType.BYTE_ARRAY];

/**
 * Creates one object of each class that reading uses, and keeps it alive. Call it before a read creates its first
 * reader, with the kernels of the file. During the first reads, V8 replaces hidden classes, so the objects are created
 * again before the second, fourth, eighth read and so on. Until then, they keep the optional members of the kernels alive.
 *
 * The sample columns have no nulls and no dictionary: with them, V8 would compile more general code, which was measured
 * to take 5 % more time when a program rewrites files without nulls.
 */
export function keepClasses(kernels: ColumnKernels): void {
  readCount++;
  if ((readCount & (readCount - 1)) !== 0) return;
  kept = sampleTypes.flatMap((type) => [...startRead(type, 1, kernels), ...startRead(type, rowsOfChunk, kernels)]);
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
 * Returns a footer in the Thrift compact protocol: one column, and one row group of {@link rowsOfChunk} rows, with a
 * chunk of `size` bytes (at most 63) that has page indexes and starts at {@link chunkStart}. The chunk has 101 bytes
 * before compression, so that the estimated bytes per row are a fraction, as in real reads.
 */
function footerOf(type: PhysicalType, size: number): Uint8Array {
  const integer = (value: number): string => (2 * value).toString(16).padStart(2, '0');
  const schema = `192c4804726f6f7415020015${integer(type)}250018017300`;
  const metadata = `15${integer(type)}191500191801731500160816ca0116${integer(size)}26082608291c1500150015020000`;
  const chunk = `26001c${metadata}160215021602150200`;
  const hex = `1502${schema}1608191c191c${chunk}160216082600160214000000`;
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

const chunkStart = 4;
const sampleDataEnd = 1000;

/**
 * Starts to read `rows` rows of a chunk whose second page never arrives. Returns the objects that the unfinished read
 * uses.
 */
function startRead(type: PhysicalType, rows: number, kernels: ColumnKernels): readonly unknown[] {
  const chunk = sampleChunk(type, kernels);
  const lane = openSample(chunk);
  const filling = lane.fill(rows, 2 ** 20);
  filling.next();
  return [chunk, lane, filling];
}

function openSample({ context, location, range }: SampleChunk): ColumnLane {
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

/** A chunk of two data pages, the second of which never arrives. */
export interface SampleChunk {
  readonly metadata: FileMetaData;
  readonly schema: Schema;
  readonly context: FileContext;
  readonly location: ChunkLocation;
  /** The range of all rows of the chunk. */
  readonly range: RowGroupRange;
}

/** Returns a chunk of a column with the given type, for reads that never finish and whose objects are kept alive. */
export function sampleChunk(type: PhysicalType, kernels: ColumnKernels): SampleChunk {
  const page = pageOf(sampleHeaders[0] as SampleHeader);
  const footer = footerOf(type, page.length);
  const metadata = runSteps(readFileMetaDataInSteps(footer, { limits: defaultLimits, statistics: false }));
  const schema = createSchema(metadata.schema);
  const context: FileContext = {
    source: firstPageOnly(page),
    encodings: createRegistry([blank]),
    codecs: createCodecRegistry(),
    kernels: kernelsOf({ ...kernels, ...columnKernels }, undefined, defaultLimits),
    limits: defaultLimits,
    verifyChecksums: true,
    footerMemory: { heldBytes: 0 },
    indexes: undefined,
    external: undefined,
    secrets: undefined,
    dataEnd: sampleDataEnd,
  };
  const range = { rowGroup: 0, from: 0, to: rowsOfChunk, rowCount: rowsOfChunk, longestGap: 0 };
  const location = locateChunk(metadata.rowGroups, 0, schema.leaves[0] as LeafNode, context, briefChunkOf);
  return { metadata, schema, context, location, range };
}

/** A source that contains only this page, which can be read without waiting. */
function firstPageOnly(page: Uint8Array): ByteSource {
  return {
    byteLength: sampleDataEnd,
    readNow: (offset) => (offset === chunkStart ? page : undefined),
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
