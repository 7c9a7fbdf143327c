/**
 * Where the column chunks of a footer are in its bytes: each was checked as it was passed, and is parsed when it is first
 * asked for.
 */
import { type Limits, limitError, withPlace } from '@marquetry/core';
import { CompactReader, holdParsed, mostParsedBytes, type ParsedMemory } from '@marquetry/thrift';
import { columnChunkShape } from './chunk-shape.js';
import { type ColumnChunk, parseColumnChunk } from './column-chunk.js';
import { scanStruct } from './scan-struct.js';

/** Structs inside a chunk are nested at most this deep, counted from the footer. A lower limit is left to the parsers. */
const deepest = 8;

/** Heap bytes of a parsed chunk of a usual size, measured on V8 and rounded up. */
const chunkBytes = 1024;
/** Chunks up to this size need not be counted while their pages are read: readers take more. */
const briefBytes = 2 * chunkBytes;
/** The place of a chunk in the index, and in the array of its row group. */
const placeBytes = 16;
/** One chunk may take this share of the memory: it is parsed even where no other can be kept. */
const chunkShare = 1 / 8;
/** The share that parsed chunks may keep, which save no more than parsing them again. */
const keptShare = 1 / 4;

/** The chunks of all row groups, in the order of their bytes. */
export class ChunkIndex {
  private readonly bytes: Uint8Array;
  private readonly limits: Limits;
  private readonly withStatistics: boolean;
  private readonly memory: ParsedMemory;
  private keptBytes = 0;
  /** Whether chunks may be scanned at all. */
  private readonly scans: boolean;
  private starts = new Int32Array(64);
  private count = 0;
  /** Chunks that were parsed at once, by their place in `starts`. */
  private readonly parsed = new Map<number, ColumnChunk>();

  constructor(reader: CompactReader, withStatistics: boolean) {
    this.bytes = reader.bytes;
    this.limits = reader.limits;
    this.withStatistics = withStatistics;
    this.memory = reader.memory ?? { heldBytes: 0 };
    this.scans = reader.limits.thriftDepth >= deepest && reader.end < 2 ** 31;
  }

  /** Passes over the chunk that comes next, and returns its place. @throws ParquetError as {@link parseColumnChunk}. */
  pass(reader: CompactReader): number {
    const { count } = this;
    holdParsed(reader, placeBytes);
    if (count === this.starts.length) {
      const grown = new Int32Array(2 * count);
      grown.set(this.starts);
      this.starts = grown;
    }
    const start = reader.position;
    this.starts[count] = start;
    this.count = count + 1;
    const end = this.scans ? scanStruct(reader.bytes, start, reader.end, columnChunkShape, this.limits.listLength) : -1;
    if (end < 0) {
      holdParsed(reader, chunkBytes);
      this.parsed.set(count, parseColumnChunk(reader, this.withStatistics));
    } else reader.position = end;
    return count;
  }

  /**
   * The chunk at a place; `isKept` tells whether there is memory to keep it.
   * @throws ParquetError LIMIT if the chunk alone takes more than its share of `limits.memoryBytes`; else only where the
   *   bytes have changed since they were passed.
   */
  parse(place: number): { readonly chunk: ColumnChunk; readonly isKept: boolean } {
    const known = this.parsed.get(place);
    if (known !== undefined) return { chunk: known, isKept: true };
    const { limits, memory } = this;
    const most = mostParsedBytes(limits);
    const { chunk, byteLength } = this.parseAt(place, this.withStatistics);
    const isKept = memory.heldBytes + byteLength <= most && this.keptBytes + byteLength <= most * keptShare;
    if (isKept) {
      memory.heldBytes += byteLength;
      this.keptBytes += byteLength;
    }
    return { chunk, isKept };
  }

  /**
   * The chunk at a place, without statistics unless it was parsed with them before. It is not kept; undefined if it is so large
   * that it must be counted.
   * @throws ParquetError as {@link parse}.
   */
  parseBriefly(place: number): ColumnChunk | undefined {
    const known = this.parsed.get(place);
    if (known !== undefined) return known;
    const { chunk, byteLength } = this.parseAt(place, false);
    return byteLength > briefBytes ? undefined : chunk;
  }

  private parseAt(
    place: number,
    withStatistics: boolean,
  ): { readonly chunk: ColumnChunk; readonly byteLength: number } {
    const { limits } = this;
    const free = Math.floor(mostParsedBytes(limits) * (1 - chunkShare));
    const own: ParsedMemory = { heldBytes: free + chunkBytes };
    const options = { limits, part: 'footer', memory: own };
    const reader = new CompactReader(this.bytes, this.starts[place] as number, options);
    const chunk = parseColumnChunk(reader, withStatistics);
    return { chunk, byteLength: own.heldBytes - free };
  }

  /** @throws ParquetError LIMIT if so many chunks have no room even where they are not kept. */
  requireRoom(count: number): void {
    const { limits } = this;
    const byteLength = count * chunkBytes;
    if (byteLength <= mostParsedBytes(limits)) return;
    const what = `a row group of ${count} column chunks, about ${byteLength} bytes once parsed,`;
    throw limitError('memoryBytes', limits, what, { part: 'footer' });
  }
}

/** The chunks of one row group: parsed one by one, or all at once. */
export class RowGroupChunks {
  readonly count: number;
  private readonly index: ChunkIndex;
  private readonly rowGroup: number;
  private readonly first: number;
  private chunks: ColumnChunk[] | undefined;
  private parsedCount = 0;

  /** Of row group `rowGroup`: the `count` chunks of `index` from place `first` on. */
  constructor(index: ChunkIndex, rowGroup: number, first: number, count: number) {
    this.index = index;
    this.rowGroup = rowGroup;
    this.first = first;
    this.count = count;
  }

  /** The chunk of a column, or undefined beyond the last. It is the same object as long as there is memory to keep it. */
  at(column: number): ColumnChunk | undefined {
    if (!this.has(column)) return undefined;
    this.chunks ??= new Array<ColumnChunk>(this.count);
    const known = this.chunks[column];
    if (known !== undefined) return known;
    try {
      const { chunk, isKept } = this.index.parse(this.first + column);
      if (isKept) {
        this.chunks[column] = chunk;
        this.parsedCount++;
      }
      return chunk;
    } catch (error) {
      throw withPlace(error, { rowGroup: this.rowGroup });
    }
  }

  /** The chunk of a column for a reader of its pages: see {@link ChunkIndex.parseBriefly}. */
  brief(column: number): ColumnChunk | undefined {
    if (!this.has(column)) return undefined;
    const known = this.chunks?.[column];
    if (known !== undefined) return known;
    try {
      return this.index.parseBriefly(this.first + column) ?? this.at(column);
    } catch (error) {
      throw withPlace(error, { rowGroup: this.rowGroup });
    }
  }

  private has(column: number): boolean {
    return Number.isInteger(column) && column >= 0 && column < this.count;
  }

  /** All chunks, in one array that stays the same as long as there is memory to keep them. */
  all(): readonly ColumnChunk[] {
    this.chunks ??= new Array<ColumnChunk>(this.count);
    if (this.parsedCount === this.count) return this.chunks;
    this.index.requireRoom(this.count);
    const all = this.chunks.slice();
    for (let i = 0; i < this.count; i++) all[i] = this.at(i) as ColumnChunk;
    return this.parsedCount === this.count ? this.chunks : all;
  }
}
