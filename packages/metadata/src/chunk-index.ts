/**
 * Where the column chunks of a footer are in its bytes: each was checked as it was passed, and is parsed when it is first
 * asked for.
 */
import { type Limits, withPlace } from '@marquetry/core';
import { CompactReader } from '@marquetry/thrift';
import { columnChunkShape } from './chunk-shape.js';
import { type ColumnChunk, parseColumnChunk } from './column-chunk.js';
import { scanStruct } from './scan-struct.js';

/** Structs inside a chunk are nested at most this deep, counted from the footer. A lower limit is left to the parsers. */
const deepest = 8;

/** The chunks of all row groups, in the order of their bytes. */
export class ChunkIndex {
  private readonly bytes: Uint8Array;
  private readonly limits: Limits;
  private readonly withStatistics: boolean;
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
    this.scans = reader.limits.thriftDepth >= deepest && reader.end < 2 ** 31;
  }

  /** Passes over the chunk that comes next, and returns its place. @throws ParquetError as {@link parseColumnChunk}. */
  pass(reader: CompactReader): number {
    const { count } = this;
    if (count === this.starts.length) {
      const grown = new Int32Array(2 * count);
      grown.set(this.starts);
      this.starts = grown;
    }
    const start = reader.position;
    this.starts[count] = start;
    this.count = count + 1;
    const end = this.scans ? scanStruct(reader.bytes, start, reader.end, columnChunkShape, this.limits.listLength) : -1;
    if (end < 0) this.parsed.set(count, parseColumnChunk(reader, this.withStatistics));
    else reader.position = end;
    return count;
  }

  /** The chunk at a place. Throws only where the bytes have changed since they were passed. */
  parse(place: number): ColumnChunk {
    const known = this.parsed.get(place);
    if (known !== undefined) return known;
    const reader = new CompactReader(this.bytes, this.starts[place] as number, { limits: this.limits, part: 'footer' });
    return parseColumnChunk(reader, this.withStatistics);
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

  /** The chunk of a column, or undefined beyond the last. */
  at(column: number): ColumnChunk | undefined {
    if (!Number.isInteger(column) || column < 0 || column >= this.count) return undefined;
    this.chunks ??= new Array<ColumnChunk>(this.count);
    const known = this.chunks[column];
    if (known !== undefined) return known;
    try {
      const chunk = this.index.parse(this.first + column);
      this.chunks[column] = chunk;
      this.parsedCount++;
      return chunk;
    } catch (error) {
      throw withPlace(error, { rowGroup: this.rowGroup });
    }
  }

  /** All chunks, in one array that stays the same. */
  all(): readonly ColumnChunk[] {
    this.chunks ??= new Array<ColumnChunk>(this.count);
    if (this.parsedCount < this.count) for (let i = 0; i < this.count; i++) this.at(i);
    return this.chunks;
  }
}
