/**
 * Column buffers: memory that grows as decoders append values without nulls. The caller owns the memory and may reuse
 * it.
 */
import { allocateBytes } from './allocate.js';
import { type ColumnType, describeColumnType } from './column-type.js';
import { ParquetError } from './errors.js';
import { fixedValues, isFixedType } from './fixed.js';
import { PhysicalType } from './ids.js';
import { defaultLimits, type Limits, limitError } from './limits.js';
import { runSteps, type Steps } from './steps.js';
import type { BitValues, BytesValues, FixedType, FixedValues } from './values.js';

interface BufferBase extends ColumnType {
  /**
   * Number of entries in the buffer. To append entries, write them from this index on, then increase `length`.
   */
  length: number;
  /** Number of entries for which the current memory has room. */
  readonly capacity: number;
  /**
   * Makes room for `entries` more entries and, in a buffer of byte arrays, for `bytes` more data bytes. This may move
   * the memory, so read `data`, `words` and `offsets` again afterwards.
   * @throws ParquetError LIMIT if the memory would exceed `limits.decodedBytes`.
   */
  reserve(entries: number, bytes?: number): void;
  /** Like {@link reserve}, but copies a few MiB per step. Do not append to the buffer until all steps are done. */
  reserveInSteps(entries: number, bytes?: number): Steps<void>;
  /** Removes all entries and keeps the memory. Later entries overwrite the views that `values` returned before. */
  clear(): void;
}

/** A buffer of BOOLEAN values. All bits from bit `length` on are 0. */
export interface BitBuffer extends BufferBase {
  readonly layout: 'bits';
  readonly data: Uint8Array;
  /** A view of the values appended so far. */
  readonly values: BitValues;
}

/** A buffer of fixed-width values. `words` is a view of the memory of `data` as 32-bit words. */
export interface FixedBuffer extends BufferBase {
  readonly layout: 'fixed';
  readonly data: Uint8Array;
  readonly words: Int32Array;
  /** A view of the values appended so far. */
  readonly values: FixedValues;
}

/** A buffer of BYTE_ARRAY values. `offsets[0]` is 0, and `offsets[length]` is the number of bytes of `data` in use. */
export interface BytesBuffer extends BufferBase {
  readonly layout: 'bytes';
  readonly offsets: Int32Array;
  readonly data: Uint8Array;
  /** A view of the values appended so far. */
  readonly values: BytesValues;
}

/** A buffer for values of any type. Test `layout` to narrow the type. */
export type ColumnBuffer = BitBuffer | FixedBuffer | BytesBuffer;

/** Options that control how a buffer allocates memory. */
export interface ColumnBufferOptions {
  /** Number of entries for which memory is allocated initially. */
  readonly capacity?: number;
  /**
   * The expected total number of entries. Memory grows by doubling, but exceeds the size for this number of entries
   * only if more are appended. Default: unknown.
   */
  readonly expectedEntries?: number | undefined;
  /** Allocates zero-filled, 8-byte-aligned memory. Default: a new ArrayBuffer. */
  readonly allocate?: (byteLength: number) => Uint8Array;
  /** Allocates 8-byte-aligned memory that need not be zero, for values other than booleans. Default: `allocate`. */
  readonly allocateUnfilled?: ((byteLength: number) => Uint8Array) | undefined;
  /**
   * Called with the old memory after its entries have been copied to larger memory. May free that memory, which empties
   * all views of it. Default: the memory is left to the garbage collector.
   */
  readonly release?: ((memory: Uint8Array) => void) | undefined;
  readonly limits?: Limits;
}

/** Number of bytes after the last entry that kernels may read and write, because they write whole words. */
export const slackBytes = 32;

/** Creates an empty buffer for a column's values. */
export function createColumnBuffer(column: ColumnType, options: ColumnBufferOptions = {}): ColumnBuffer {
  if (column.type === PhysicalType.BOOLEAN) return new Bits(options);
  return column.type === PhysicalType.BYTE_ARRAY ? new ByteArrays(options) : new FixedWidth(column, options);
}

/**
 * Returns larger memory for entries of `entryBytes` each. Its size is `needed`, twice the old size or `likely`,
 * whichever is largest. The last two are capped at the size for the expected number of entries, unless more entries are
 * needed now. Throws LIMIT if `needed` exceeds the limit.
 */
function enlarged(
  { allocate = allocateBytes, expectedEntries = 1e9, limits = defaultLimits }: ColumnBufferOptions,
  old: Uint8Array | undefined,
  needed: number,
  entryBytes: number,
  take: (byteLength: number) => Uint8Array = allocate,
  likely = 0,
): Uint8Array {
  // The limits are read at each call, because the caller may raise them.
  const limit = limits.decodedBytes;
  if (needed > limit) throw limitError('decodedBytes', limits, `an array of ${needed} bytes of decoded values`);
  const doubled = old === undefined ? 0 : 2 * (old.length - slackBytes);
  // A buffer of byte arrays has one more offset than it has entries.
  const expected = (expectedEntries + 1) * entryBytes;
  const byteLength = Math.max(needed, Math.min(Math.max(doubled, likely), needed > expected ? limit : expected, limit));
  return take(Math.ceil((byteLength + slackBytes) / 8) * 8);
}

/** Number of bytes that a growing buffer copies between two yields: about a millisecond of work. */
const copiedBytes = 2 ** 22;

function* moveInSteps(
  { release }: ColumnBufferOptions,
  old: Uint8Array,
  used: number,
  to: Uint8Array,
): Steps<Uint8Array> {
  for (let from = 0; from < used; from += copiedBytes) {
    to.set(old.subarray(from, Math.min(used, from + copiedBytes)), from);
    if (from + copiedBytes < used) yield;
  }
  release?.(old);
  return to;
}

// The buffers are classes, because engines take a hundred times as long to create an object literal with accessors, and
// give each such object its own hidden class.

class Bits implements BitBuffer {
  readonly layout = 'bits';
  readonly type = PhysicalType.BOOLEAN;
  readonly width = 0;
  length = 0;
  declare data: Uint8Array;
  declare private readonly options: ColumnBufferOptions;

  constructor(options: ColumnBufferOptions) {
    this.options = options;
    this.data = enlarged(options, undefined, Math.ceil((options.capacity ?? 0) / 8), 1 / 8);
  }

  get capacity(): number {
    return (this.data.length - slackBytes) * 8;
  }

  reserve(entries: number): void {
    if (Math.ceil((this.length + entries) / 8) > this.data.length - slackBytes) runSteps(this.reserveInSteps(entries));
  }

  *reserveInSteps(entries: number): Steps<void> {
    const needed = Math.ceil((this.length + entries) / 8);
    const { data, options } = this;
    if (needed <= data.length - slackBytes) return;
    const larger = enlarged(options, data, needed, 1 / 8);
    this.data = yield* moveInSteps(options, data, Math.ceil(this.length / 8), larger);
  }

  clear(): void {
    this.data.fill(0, 0, Math.ceil(this.length / 8));
    this.length = 0;
  }

  get values(): BitValues {
    const { length } = this;
    return { layout: 'bits', type: PhysicalType.BOOLEAN, length, data: this.data.subarray(0, Math.ceil(length / 8)) };
  }
}

class FixedWidth implements FixedBuffer {
  readonly layout = 'fixed';
  declare readonly type: FixedType;
  declare readonly width: number;
  length = 0;
  declare data: Uint8Array;
  declare words: Int32Array;
  declare private readonly options: ColumnBufferOptions;

  constructor(column: ColumnType, options: ColumnBufferOptions) {
    const { type, width } = column;
    if (!isFixedType(type)) {
      throw new ParquetError('INVALID_ARGUMENT', `the type ${describeColumnType(column)} has no fixed width`);
    }
    this.type = type;
    this.width = width;
    this.options = options;
    this.data = enlarged(options, undefined, (options.capacity ?? 0) * width, width, options.allocateUnfilled);
    this.words = wordsOf(this.data);
  }

  get capacity(): number {
    const { width } = this;
    return width === 0 ? Number.MAX_SAFE_INTEGER : Math.floor((this.data.length - slackBytes) / width);
  }

  reserve(entries: number): void {
    if ((this.length + entries) * this.width > this.data.length - slackBytes) runSteps(this.reserveInSteps(entries));
  }

  *reserveInSteps(entries: number): Steps<void> {
    const { data, options, width } = this;
    const needed = (this.length + entries) * width;
    if (needed <= data.length - slackBytes) return;
    this.data = yield* moveInSteps(
      options,
      data,
      this.length * width,
      enlarged(options, data, needed, width, options.allocateUnfilled),
    );
    this.words = wordsOf(this.data);
  }

  clear(): void {
    this.length = 0;
  }

  get values(): FixedValues {
    return fixedValues(this, this.data, 0, this.length);
  }
}

/**
 * Maximum number of data bytes that a growing buffer of byte arrays reserves for its whole capacity, assuming that later
 * byte arrays are as long on average as those so far. There is a maximum because the capacity comes from metadata, which
 * may be wrong.
 */
const unprovenBytes = 2 ** 25;
/**
 * Maximum ratio of the data bytes that a growing buffer of byte arrays reserves to those that it needs now. Decoders
 * append 4096 values at a time, so 32 covers row groups of 122,880 rows, which DuckDB writes by default.
 */
const longestStep = 32;

class ByteArrays implements BytesBuffer {
  readonly layout = 'bytes';
  readonly type = PhysicalType.BYTE_ARRAY;
  readonly width = 0;
  length = 0;
  declare data: Uint8Array;
  declare offsets: Int32Array;
  declare private readonly options: ColumnBufferOptions;

  constructor(options: ColumnBufferOptions) {
    this.options = options;
    this.data = enlarged(options, undefined, 0, 0);
    this.offsets = wordsOf(
      enlarged(options, undefined, 4 * ((options.capacity ?? 0) + 1), 4, options.allocateUnfilled),
    );
    this.offsets[0] = 0;
  }

  get capacity(): number {
    return this.offsets.length - 1 - (slackBytes >> 2);
  }

  reserve(entries: number, bytes = 0): void {
    const { length, data, offsets, capacity } = this;
    const isShort = (offsets[length] ?? 0) + bytes > data.length - slackBytes;
    if (isShort || length + entries > capacity) runSteps(this.reserveInSteps(entries, bytes));
  }

  *reserveInSteps(entries: number, bytes = 0): Steps<void> {
    const { length, data, offsets, options } = this;
    const used = offsets[length] ?? 0;
    const needed = used + bytes;
    // Offsets are int32, so no limit can be above this size.
    if (needed > 2 ** 31 - 1) {
      throw new ParquetError('LIMIT', `${needed} bytes of values exceed the maximum for int32 offsets, 2^31 - 1`);
    }
    if (needed > data.length - slackBytes) {
      // Later byte arrays are probably as long as those so far, so memory for all of them is reserved in a few steps.
      const likely = Math.ceil((1.1 * needed * this.capacity) / Math.max(length + entries, 1));
      const enough = Math.min(likely, longestStep * needed, unprovenBytes);
      const larger = enlarged(options, data, needed, Number.POSITIVE_INFINITY, options.allocateUnfilled, enough);
      this.data = yield* moveInSteps(options, data, used, larger);
    }
    if (length + entries > this.capacity) {
      const old = new Uint8Array(offsets.buffer, offsets.byteOffset, offsets.byteLength);
      const larger = enlarged(options, old, 4 * (length + entries + 1), 4, options.allocateUnfilled);
      this.offsets = wordsOf(yield* moveInSteps(options, old, 4 * (length + 1), larger));
    }
  }

  clear(): void {
    this.length = 0;
    this.offsets[0] = 0;
  }

  get values(): BytesValues {
    const { length, offsets, data } = this;
    return {
      layout: 'bytes',
      type: PhysicalType.BYTE_ARRAY,
      length,
      offsets: offsets.subarray(0, length + 1),
      data: data.subarray(0, offsets[length]),
    };
  }
}

function wordsOf({ buffer, byteOffset, length }: Uint8Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length >> 2);
}
