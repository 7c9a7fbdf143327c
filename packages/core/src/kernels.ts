/**
 * The hot loops, as a value that is passed in: JavaScript (`@marquetry/bit-io`) or an accelerator.
 *
 * Kernels trust their arguments: every position, count and width is checked where it enters, above them. They read
 * exactly the bytes that they are said to read, and write nothing beyond `count`.
 *
 * Those that are called for stretch after stretch of one array take a `view` of it last: the same bytes as a DataView,
 * where the caller keeps one. Making one takes as long as unpacking a miniblock.
 */

export interface Kernels {
  /** The version of this interface; rises only on a break. Additions are optional members. */
  readonly contract: 1;
  readonly name: string;

  /**
   * Zero-filled memory for decoded values, 8-byte aligned. May lie in WebAssembly memory.
   * @throws ParquetError LIMIT where there is none.
   */
  allocate(byteLength: number): Uint8Array<ArrayBufferLike>;

  /**
   * Unpacks `count` integers of `width` bits (0 to 32, least significant bit first) that start at bit 0 of
   * `source[position]`, into `target[from ...]`. Reads `ceil(count * width / 8)` bytes.
   */
  unpack(
    source: Uint8Array,
    position: number,
    width: number,
    target: Int32Array,
    from: number,
    count: number,
    view?: DataView,
  ): void;

  /** The inverse of {@link unpack}: writes `ceil(count * width / 8)` bytes; bits of the last byte beyond the values are 0. */
  pack(source: Int32Array, from: number, count: number, width: number, target: Uint8Array, position: number): void;

  /**
   * A miniblock of DELTA_BINARY_PACKED INT32: `target[from + i]` is the previous value + `minDelta` + the i-th packed
   * delta (`width` 0 to 64), modulo 2^32. Gives back the last value. `previous` when `count` is 0.
   */
  unpackDelta32(
    source: Uint8Array,
    position: number,
    width: number,
    minDelta: number,
    previous: number,
    target: Int32Array,
    from: number,
    count: number,
    view?: DataView,
  ): number;

  /**
   * The same modulo 2^64. `target` and `state` hold 64-bit values as two words, low first; `from` and `count` are in
   * values. `state` is [minDelta low, minDelta high, previous low, previous high]; the last two are updated.
   */
  unpackDelta64(
    source: Uint8Array,
    position: number,
    width: number,
    state: Int32Array,
    target: Int32Array,
    from: number,
    count: number,
    view?: DataView,
  ): void;

  /**
   * BYTE_STREAM_SPLIT: byte `k` of value `i` is `source[position + k * stride + i]`, for `k` below `width`; values go to
   * `target[at ...]`, `width` bytes each.
   */
  joinStreams(
    source: Uint8Array,
    position: number,
    stride: number,
    width: number,
    target: Uint8Array,
    at: number,
    count: number,
  ): void;

  /** The inverse of {@link joinStreams}: values at `source[at ...]` go to the streams that start at `target[position]`. */
  splitStreams(
    source: Uint8Array,
    at: number,
    width: number,
    target: Uint8Array,
    position: number,
    stride: number,
    count: number,
  ): void;

  /** `target[at + i] = source[indices[from + i]]`, elements of one 32-bit word. Every index is within `source`. */
  gather32(source: Int32Array, indices: Int32Array, from: number, count: number, target: Int32Array, at: number): void;

  /** The same for elements of two words: positions count elements, not words. */
  gather64(source: Int32Array, indices: Int32Array, from: number, count: number, target: Int32Array, at: number): void;

  /** The largest of `indices[from, from + count)`, read as unsigned; -1 when there are none. */
  largestIndex(indices: Int32Array, from: number, count: number): number;

  /**
   * Memory to work in, not zero-filled, 16-byte aligned: what these kernels read and write without a copy. It is the
   * caller's until the next call of `scratch`. Absent: any memory is as good.
   */
  scratch?(byteLength: number): Uint8Array<ArrayBufferLike>;

  /**
   * Reads whole runs of the RLE / bit-packing hybrid, `width` (1 to 25) bits a value, from `source[cursor.position, end)`
   * to `target[from, from + count)`. Stops before a run that does not fit, that is cut short, or that anything is wrong
   * with: the caller reads it, and throws its errors. Returns how many values it wrote; moves the cursor behind their runs.
   */
  readRuns?(
    source: Uint8Array,
    cursor: KernelCursor,
    end: number,
    width: number,
    target: Int32Array,
    from: number,
    count: number,
  ): number;

  /** The same for levels of `width` (1 to 8) bits, to a byte each. A level above `maxLevel` stops it too. */
  readLevels?(
    source: Uint8Array,
    cursor: KernelCursor,
    end: number,
    width: number,
    target: Uint8Array,
    from: number,
    count: number,
    maxLevel: number,
  ): number;

  /**
   * Reads whole blocks of DELTA_BINARY_PACKED, `miniblocks` of `miniblockSize` (a multiple of 32) deltas each, from
   * `source[cursor.position, end)` to at most `count` values of `words` 32-bit words at `target[from ...]` (`from` counts
   * values). `state` is that of {@link unpackDelta64}; its last two words, the previous value, are updated (for one word,
   * the low one). Stops before a block that does not fit, or that anything is wrong with. Returns how many values it wrote;
   * moves the cursor behind their blocks.
   */
  readDeltaBlocks?(
    source: Uint8Array,
    cursor: KernelCursor,
    end: number,
    miniblocks: number,
    miniblockSize: number,
    words: 1 | 2,
    state: Int32Array,
    target: Int32Array,
    from: number,
    count: number,
  ): number;

  /**
   * Gathers byte arrays: entry `k` is `source[offsets[k], offsets[k + 1])`. Copies entries `indices[from + i]` behind each
   * other to `target`, from `ends[at]` on, and writes where each ends to `ends[at + 1 + i]`. There is room for all. Returns
   * how many of `count` it copied: the caller copies the others.
   */
  gatherBytes?(
    offsets: Int32Array,
    source: Uint8Array,
    indices: Int32Array,
    from: number,
    count: number,
    ends: Int32Array,
    at: number,
    target: Uint8Array,
  ): number;

  /**
   * Copies PLAIN byte arrays, each behind its length of 4 bytes, from `source[position]` on, behind each other to
   * `target`, to where `ends` says: value `i` is `target[ends[at + i], ends[at + 1 + i])`. There is room for all. Returns how
   * many of `count` it copied: the caller copies the others.
   */
  copyByteArrays?(
    source: Uint8Array,
    position: number,
    count: number,
    ends: Int32Array,
    at: number,
    target: Uint8Array,
  ): number;

  /**
   * Builds `count` front-coded values behind each other in `target`: value `i` is `target[ends[from + i], ends[from + 1 +
   * i])`, its first `prefixes[i]` bytes those of the value before (`previous`, for the first), the others the next of
   * `source`, from `position` on. There is room for all, and for 16 bytes more. Returns how many of `count` it built: the
   * caller builds the others.
   */
  joinFronts?(
    source: Uint8Array,
    position: number,
    previous: Uint8Array,
    prefixes: Int32Array,
    ends: Int32Array,
    from: number,
    count: number,
    target: Uint8Array,
  ): number;

  /**
   * ALP: `(reference + packed) * power * fraction` as DOUBLE, in this order, for `count` packed integers of `width` (0 to
   * 31) bits. `reference` is an integer below 2^53. False, and nothing is written, where it is not worth a call.
   */
  scaleDoubles?(
    source: Uint8Array,
    position: number,
    width: number,
    reference: number,
    power: number,
    fraction: number,
    target: Float64Array,
    from: number,
    count: number,
  ): boolean;

  /** The same as FLOAT: the sum is an int32, modulo 2^32, and each step rounds to FLOAT. */
  scaleFloats?(
    source: Uint8Array,
    position: number,
    width: number,
    reference: number,
    power: number,
    fraction: number,
    target: Float32Array,
    from: number,
    count: number,
  ): boolean;

  /**
   * Opens a layer of lists by the levels of its slots, a byte each: entry counts where lists begin go to `offsets` from 0
   * on. A list begins where the repetition level is below `repetitionLevel`; a slot is an entry where the definition level is
   * at least `entryLevel` (1 or more), a new one where the repetition level is at most `repetitionLevel`. Undefined, and
   * `offsets` is not to be used, where more lists begin than it has room for, or a call is not worth it.
   */
  openLists?(
    definition: Uint8Array,
    repetition: Uint8Array,
    slotCount: number,
    entryLevel: number,
    repetitionLevel: number,
    offsets: Int32Array,
  ): KernelLists | undefined;

  /**
   * Copies the slots whose definition level is at least `level` to the start of `keptDefinition` and `keptRepetition`, which
   * have room for exactly those. False where it is not worth a call.
   */
  keepSlots?(
    definition: Uint8Array,
    repetition: Uint8Array,
    slotCount: number,
    level: number,
    keptDefinition: Uint8Array,
    keptRepetition: Uint8Array,
  ): boolean;

  /**
   * The validity of the entries of a layer, which begin where the repetition level is at most `repetitionLevel`: 1 where the
   * definition level is at least `level`. `bits` is all 0. Undefined, and `bits` is not to be used, where there are more
   * entries than `bits` has room for, or a call is not worth it.
   */
  layerBits?(
    definition: Uint8Array,
    repetition: Uint8Array,
    slotCount: number,
    level: number,
    repetitionLevel: number,
    bits: Uint8Array,
  ): KernelEntries | undefined;

  /**
   * Compares `count` values of `source` with a constant: bit `i` of `bits`, least significant first, is 1 where value
   * `from + i` compares so, and 0 beyond the last in its byte. `from` counts values; those of 8 bytes are two words, low
   * first. `constant` is a value of the type (a bigint or an integer for those of 64 bits). NaN is unequal to everything,
   * and 0 equals -0. `compare` of `@marquetry/bit-io` does the same in JavaScript.
   */
  compare?(
    type: ComparisonType,
    comparison: Comparison,
    constant: number | bigint,
    source: Int32Array,
    from: number,
    count: number,
    bits: Uint8Array,
  ): void;

  /** CRC-32 as in GZIP, as a signed int32. */
  crc32?(bytes: Uint8Array): number;

  /**
   * Fills `into` from the Snappy elements that start at `packed[position]`, behind the block's size. False, and `into` holds
   * anything, where something is wrong with them, where they do not give exactly `into.length` bytes, or where a call is
   * not worth it: the caller unpacks them, and throws its errors. `packed` and `into` do not overlap.
   */
  snappyDecompress?(packed: Uint8Array, position: number, into: Uint8Array): boolean;

  /** The same from an LZ4 block, which is all of `packed`. */
  lz4Decompress?(packed: Uint8Array, into: Uint8Array): boolean;
}

/** How the bits of values are compared. */
export type ComparisonType = 'int32' | 'uint32' | 'int64' | 'uint64' | 'float' | 'double';

/** The value stands left, the constant right. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** What {@link Kernels.openLists} counts. */
export interface KernelLists {
  /** Lists that begin. */
  readonly lists: number;
  /** Entries of all lists. */
  readonly entries: number;
  /** Slots that are entries, or continue one. */
  readonly slotsOfEntries: number;
  /** True where a repetition level continues a list that has no entry. */
  readonly isBroken: boolean;
  /** True where a slot has a definition level below that of an empty list. */
  readonly isBelowEmpty: boolean;
}

/** What {@link Kernels.layerBits} counts. */
export interface KernelEntries {
  readonly entries: number;
  readonly valid: number;
}

/** A place in bytes that a kernel moves. */
export interface KernelCursor {
  position: number;
}
