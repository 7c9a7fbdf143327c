/**
 * Prevents V8 from dropping compiled code between two reads.
 *
 *   read 1 | a full garbage collection finds no reader, page or column piece | read 2
 *            V8 drops their hidden classes, and all code that it compiled for them
 *
 * Without this file, a program that reads from time to time, with garbage collections in between, would start each read
 * with uncompiled code. Reads of small pages and chunks would spend up to half of their time on compiling the code
 * again. V8 keeps the code if one object of each class stays alive. The objects kept alive here belong to unfinished
 * reads of a chunk with a dictionary and two pages, whose second page never arrives:
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

/** One column per layout of values, because each layout has its own buffer class, and with and without nulls. */
const sampleColumns: readonly SampleColumn[] = [
  { type: PhysicalType.BOOLEAN, encoding: EncodingId.PLAIN, isOptional: false },
  { type: PhysicalType.INT32, encoding: EncodingId.PLAIN, isOptional: true },
  { type: PhysicalType.BYTE_ARRAY, encoding: EncodingId.RLE_DICTIONARY, isOptional: true },
];

/**
 * Creates one object of each class that reading uses, and keeps it alive. Call it before a read creates its first
 * reader, with the kernels of the file. During the first reads, V8 replaces hidden classes, so the objects are created
 * again before the second, fourth, eighth read and so on.
 */
export function keepClasses(kernels: ColumnKernels): void {
  readCount++;
  if (!Number.isInteger(Math.log2(readCount))) return;
  kept = sampleColumns.flatMap((column) => [
    ...startRead(column, 1, kernels),
    ...startRead(column, rowsOfChunk, kernels),
  ]);
  kept.push(
    ...sampleHeaders.flatMap((fields) =>
      [pageOf(fields, 0), pageOf(fields, 0, 0)].map((page) => readPageHeader(page, 0)),
    ),
  );
}

/**
 * A page type, the field id of the header for this type, and the fields of this header in ascending order of field id,
 * as zigzag-encoded integers.
 */
type SampleHeader = readonly [type: number, id: number, ...fields: readonly number[]];

/** A v1 page of two values in the given encoding. */
const dataHeader = (encoding: number): SampleHeader => [0, 5, 4, 2 * encoding, 6, 6];
const dictionaryHeader: SampleHeader = [4, 7, 0, 0];
/** A v1 page of two PLAIN values, a dictionary page and a v2 page, all without a body. */
const sampleHeaders: readonly SampleHeader[] = [dataHeader(0), dictionaryHeader, [6, 8, 0, 0, 0, 0, 0, 0]];
const rowsOfPage = 2;
const rowsOfChunk = 2 * rowsOfPage;

/** Returns a page header in the Thrift compact protocol, for a body of `size` bytes (0 to 63). */
function pageOf([type, id, ...fields]: SampleHeader, size: number, ...crc: readonly number[]): Uint8Array {
  const i32 = (value: number): number[] => [0x15, value];
  const delta = id - 3 - crc.length;
  return Uint8Array.of(
    ...[type, 2 * size, 2 * size, ...crc].flatMap(i32),
    (delta << 4) | 0x0c,
    ...fields.flatMap(i32),
    0,
    0,
  );
}

interface SampleColumn {
  readonly type: PhysicalType;
  readonly encoding: number;
  readonly isOptional: boolean;
}

/** The definition levels of a v1 page of two slots, the second of which is null: their size, then a bit-packed run. */
const oneNull = [2, 0, 0, 0, 3, 1];

/**
 * Returns a footer in the Thrift compact protocol: one column, and one row group of {@link rowsOfChunk} rows, with a
 * chunk of `size` bytes (at most 63) that has a dictionary and page indexes and starts at {@link chunkStart}. The chunk
 * has 101 bytes before compression, so that the estimated bytes per row are a fraction, as in real reads.
 */
function footerOf({ type, isOptional }: SampleColumn, size: number): Uint8Array {
  const integer = (value: number): string => (2 * value).toString(16).padStart(2, '0');
  const schema = `192c4804726f6f7415020015${integer(type)}25${integer(isOptional ? 1 : 0)}18017300`;
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
function startRead(column: SampleColumn, rows: number, kernels: ColumnKernels): readonly unknown[] {
  const chunk = sampleChunk(column, kernels);
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

/** Returns a chunk of the given column, for reads that never finish and whose objects are kept alive. */
export function sampleChunk(column: SampleColumn, kernels: ColumnKernels): SampleChunk {
  const levels = column.isOptional ? oneNull : [];
  const pages = [...pageOf(dictionaryHeader, 0), ...pageOf(dataHeader(column.encoding), levels.length), ...levels];
  const footer = footerOf(column, pages.length);
  const metadata = runSteps(readFileMetaDataInSteps(footer, { limits: defaultLimits, statistics: false }));
  const schema = createSchema(metadata.schema);
  const context: FileContext = {
    source: pagesOnly(Uint8Array.from(pages)),
    encodings: createRegistry([blank, blankDictionary]),
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

/** A source that contains only these pages, which can be read without waiting. */
function pagesOnly(pages: Uint8Array): ByteSource {
  return {
    byteLength: sampleDataEnd,
    readNow: (offset) => (offset === chunkStart ? pages : undefined),
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

/** Like {@link blank}, for indices of a dictionary. */
const blankDictionary: Encoding = {
  ...blank,
  id: EncodingId.RLE_DICTIONARY,
  usesDictionary: true,
  decoder: (bytes, context) => ({ ...blank.decoder(bytes, context), readIndices: () => undefined }),
};
