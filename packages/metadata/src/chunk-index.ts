/**
 * Finds the column chunks in the bytes of a footer, and parses them on demand.
 *
 *   reading the footer    checks each chunk by a scan (see `scan-struct.ts`) and stores the offset of the chunk
 *   first access          parses the chunk, and keeps it if memory allows
 *   later accesses        return the same chunk, or parse it again if it was not kept
 *
 * A chunk that the scan rejects is parsed when the footer is read.
 */
import { type Limits, limitError, withPlace } from '@marquetry/core';
import { CompactReader, holdParsed, mostParsedBytes, type ParsedMemory } from '@marquetry/thrift';
import { columnChunkShape } from './chunk-shape.js';
import { type ColumnChunk, parseColumnChunk } from './column-chunk.js';
import { scanStruct } from './scan-struct.js';

/**
 * Nesting depth of the innermost structs in a chunk, counted from the footer. If `thriftDepth` is less, chunks are parsed
 * when the footer is read, because the scan does not check nesting.
 */
const deepest = 8;

/** Heap bytes of a typical parsed chunk, as measured in V8 and rounded up. */
const chunkBytes = 1024;
/**
 * The memory of chunks up to this size is not counted if they are parsed only to read their pages, because the objects
 * that read the pages take more memory.
 */
const briefBytes = 2 * chunkBytes;
/** Heap bytes per chunk: its offset in this index, and its element in the array of its row group. */
const placeBytes = 16;
/**
 * The share of `limits.memoryBytes` that a single chunk may take. It is reserved, so that a chunk can be parsed even if
 * there is not enough memory left to keep one.
 */
const chunkShare = 1 / 8;
/**
 * The share of `limits.memoryBytes` for chunks that are kept after they have been parsed. It is small, because keeping
 * a chunk only avoids parsing it again.
 */
const keptShare = 1 / 4;

/** The chunks of all row groups, in the order in which the footer stores them. */
export class ChunkIndex {
  declare private readonly bytes: Uint8Array;
  declare private readonly limits: Limits;
  declare private readonly withStatistics: boolean;
  declare private readonly memory: ParsedMemory;
  private keptBytes = 0;
  /** True if chunks may be scanned when the footer is read, instead of being parsed. */
  declare private readonly scans: boolean;
  private starts = new Int32Array(64);
  private count = 0;
  /** The chunks that were parsed when the footer was read, by their ordinal in the index. */
  private readonly parsed = new Map<number, ColumnChunk>();
  /** Counts the memory of the chunk that {@link parser} is parsing. */
  private readonly own: ParsedMemory = { heldBytes: 0 };
  /** Parses chunks one after another. Created when the first chunk is parsed. */
  private parser: CompactReader | undefined = undefined;

  constructor(reader: CompactReader, withStatistics: boolean) {
    this.bytes = reader.bytes;
    this.limits = reader.limits;
    this.withStatistics = withStatistics;
    this.memory = reader.memory ?? { heldBytes: 0 };
    this.scans = reader.limits.thriftDepth >= deepest && reader.end < 2 ** 31;
  }

  /**
   * Adds the chunk at the reader's position to the index, and moves the reader to the end of the chunk. Returns the
   * ordinal of the chunk in the index.
   * @throws ParquetError for the same reasons as {@link parseColumnChunk}.
   */
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
   * Returns a chunk by its ordinal in the index. `isKept` is true if there is enough memory for the caller to keep it.
   * @throws ParquetError LIMIT if the chunk takes more of `limits.memoryBytes` than {@link chunkShare} allows. Any
   * other error means that the bytes have changed since the footer was read.
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
   * Returns a chunk by its ordinal in the index without keeping it, and without statistics unless it was already
   * parsed. Returns undefined if the chunk is so large that its memory must be counted.
   * @throws ParquetError for the same reasons as {@link parse}.
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
    const { bytes, limits, own } = this;
    const free = Math.floor(mostParsedBytes(limits) * (1 - chunkShare));
    own.heldBytes = free + chunkBytes;
    this.parser ??= new CompactReader(bytes, 0, { limits, part: 'footer', memory: own });
    this.parser.restart(bytes, this.starts[place] as number, limits);
    const chunk = parseColumnChunk(this.parser, withStatistics);
    return { chunk, byteLength: own.heldBytes - free };
  }

  /**
   * Checks that all `count` chunks of a row group, parsed together, stay within the memory limit.
   * @throws ParquetError LIMIT if they do not.
   */
  requireRoom(count: number): void {
    const { limits } = this;
    const byteLength = count * chunkBytes;
    if (byteLength <= mostParsedBytes(limits)) return;
    const what = `a row group of ${count} column chunks (about ${byteLength} bytes)`;
    throw limitError('memoryBytes', limits, what, { part: 'footer' });
  }
}

/** The chunks of one row group, which can be parsed one by one or all together. */
export class RowGroupChunks {
  declare readonly count: number;
  declare private readonly index: ChunkIndex;
  declare private readonly rowGroup: number;
  declare private readonly first: number;
  private chunks: ColumnChunk[] | undefined;
  private parsedCount = 0;

  /**
   * Describes the `count` chunks of the row group with ordinal `rowGroup`. The ordinal of its first chunk in `index` is
   * `first`.
   */
  constructor(index: ChunkIndex, rowGroup: number, first: number, count: number) {
    this.index = index;
    this.rowGroup = rowGroup;
    this.first = first;
    this.count = count;
  }

  /**
   * Returns the chunk of a column, or undefined if there is no such column. Repeated calls return the same object if
   * there was enough memory to keep it.
   */
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

  /** Returns the chunk of a column for reading its pages: see {@link ChunkIndex.parseBriefly}. */
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

  /**
   * Returns all chunks in one array. Repeated calls return the same array if there was enough memory to keep all
   * chunks.
   */
  all(): readonly ColumnChunk[] {
    this.chunks ??= new Array<ColumnChunk>(this.count);
    if (this.parsedCount === this.count) return this.chunks;
    this.index.requireRoom(this.count);
    const all = this.chunks.slice();
    for (let i = 0; i < this.count; i++) all[i] = this.at(i) as ColumnChunk;
    return this.parsedCount === this.count ? this.chunks : all;
  }
}
