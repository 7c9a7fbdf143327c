/**
 * Growable memory that decoders append flat values to; the caller owns it and may use it again.
 */
import { allocateBytes } from './allocate.js';
import { type ColumnType, describeColumnType } from './column-type.js';
import { ParquetError } from './errors.js';
import { fixedValues, isFixedType } from './fixed.js';
import { PhysicalType } from './ids.js';
import { defaultLimits, type Limits, limitError } from './limits.js';
import type { BitValues, BytesValues, FixedValues } from './values.js';

interface BufferBase extends ColumnType {
  /** Entries appended. Appenders write past it, then raise it. */
  length: number;
  /** Entries that fit. */
  readonly capacity: number;
  /**
   * Makes room for `entries` more entries, and for `bytes` more data bytes in a bytes buffer. May move the memory: take
   * `data`, `words` and `offsets` again afterwards.
   * @throws ParquetError LIMIT above `limits.decodedBytes`.
   */
  reserve(entries: number, bytes?: number): void;
  /** Forgets the entries and keeps the memory: what `values` gave is overwritten next. */
  clear(): void;
}

/** Buffer of BOOLEAN values. Bits at and beyond `length` are 0. */
export interface BitBuffer extends BufferBase {
  readonly layout: 'bits';
  readonly data: Uint8Array;
  /** What was appended so far: a view. */
  readonly values: BitValues;
}

/** Buffer of fixed-width values: raw bytes, and the same memory as 32-bit words. */
export interface FixedBuffer extends BufferBase {
  readonly layout: 'fixed';
  readonly data: Uint8Array;
  readonly words: Int32Array;
  /** What was appended so far: a view. */
  readonly values: FixedValues;
}

/** Buffer of BYTE_ARRAY values: `offsets[0]` is 0, and `offsets[length]` the bytes of `data` in use. */
export interface BytesBuffer extends BufferBase {
  readonly layout: 'bytes';
  readonly offsets: Int32Array;
  readonly data: Uint8Array;
  /** What was appended so far: a view. */
  readonly values: BytesValues;
}

/** A buffer for the values of any type. Narrow by `layout`. */
export type ColumnBuffer = BitBuffer | FixedBuffer | BytesBuffer;

/** Where the memory of a buffer comes from, and how much. */
export interface ColumnBufferOptions {
  /** Entries to make room for at once. */
  readonly capacity?: number;
  /** Where memory comes from: zero-filled, 8-byte aligned. Default: a new ArrayBuffer. */
  readonly allocate?: (byteLength: number) => Uint8Array;
  readonly limits?: Limits;
}

/** Readable and writable bytes behind the last entry, so that kernels may finish whole words. */
export const slackBytes = 32;

/** An empty buffer for a column's values. */
export function createColumnBuffer(column: ColumnType, options: ColumnBufferOptions = {}): ColumnBuffer {
  const memory = createMemory(options);
  const buffer =
    column.type === PhysicalType.BOOLEAN
      ? createBitBuffer(memory)
      : column.type === PhysicalType.BYTE_ARRAY
        ? createBytesBuffer(memory)
        : createFixedBuffer(column, memory);
  if (options.capacity !== undefined) buffer.reserve(options.capacity);
  return buffer;
}

/** Grows arrays: twice the size where that is more than asked for, never above the limit. */
type Grow = (old: Uint8Array, used: number, needed: number) => Uint8Array;

function createMemory(options: ColumnBufferOptions): Grow {
  const allocate = options.allocate ?? allocateBytes;
  const limits = options.limits ?? defaultLimits;
  const limit = limits.decodedBytes;
  return (old, used, needed) => {
    if (needed > limit) {
      throw limitError('decodedBytes', limits, `an array of ${needed} bytes of decoded values`);
    }
    const byteLength = Math.max(needed, Math.min(2 * (old.length - slackBytes), limit));
    const grown = allocate(Math.ceil((byteLength + slackBytes) / 8) * 8);
    grown.set(old.subarray(0, used));
    return grown;
  };
}

function createBitBuffer(grow: Grow): BitBuffer {
  let data: Uint8Array = new Uint8Array(slackBytes);
  return {
    layout: 'bits',
    type: PhysicalType.BOOLEAN,
    width: 0,
    length: 0,
    get capacity(): number {
      return (data.length - slackBytes) * 8;
    },
    get data(): Uint8Array {
      return data;
    },
    reserve(entries: number): void {
      const needed = Math.ceil((this.length + entries) / 8);
      if (needed > data.length - slackBytes) data = grow(data, Math.ceil(this.length / 8), needed);
    },
    clear(): void {
      data.fill(0, 0, Math.ceil(this.length / 8));
      this.length = 0;
    },
    get values(): BitValues {
      const { length } = this;
      return { layout: 'bits', type: PhysicalType.BOOLEAN, length, data: data.subarray(0, Math.ceil(length / 8)) };
    },
  };
}

function createFixedBuffer(column: ColumnType, grow: Grow): FixedBuffer {
  const { type, width } = column;
  if (!isFixedType(type))
    throw new ParquetError('INVALID_ARGUMENT', `${describeColumnType(column)} has no fixed width`);
  let data: Uint8Array = new Uint8Array(slackBytes);
  let words: Int32Array = new Int32Array(data.buffer);
  return {
    layout: 'fixed',
    type,
    width,
    length: 0,
    get capacity(): number {
      return width === 0 ? Number.MAX_SAFE_INTEGER : Math.floor((data.length - slackBytes) / width);
    },
    get data(): Uint8Array {
      return data;
    },
    get words(): Int32Array {
      return words;
    },
    reserve(entries: number): void {
      const needed = (this.length + entries) * width;
      if (needed <= data.length - slackBytes) return;
      data = grow(data, this.length * width, needed);
      words = new Int32Array(data.buffer, data.byteOffset, data.length >> 2);
    },
    clear(): void {
      this.length = 0;
    },
    get values(): FixedValues {
      return fixedValues(column, data, 0, this.length);
    },
  };
}

function createBytesBuffer(grow: Grow): BytesBuffer {
  let data: Uint8Array = new Uint8Array(slackBytes);
  let offsets: Int32Array = new Int32Array((slackBytes >> 2) + 1);
  return {
    layout: 'bytes',
    type: PhysicalType.BYTE_ARRAY,
    width: 0,
    length: 0,
    get capacity(): number {
      return offsets.length - 1 - (slackBytes >> 2);
    },
    get offsets(): Int32Array {
      return offsets;
    },
    get data(): Uint8Array {
      return data;
    },
    reserve(entries: number, bytes = 0): void {
      const { length } = this;
      const used = offsets[length] ?? 0;
      // Whatever the limits say: offsets are int32.
      if (used + bytes > 2 ** 31 - 1) {
        throw new ParquetError('LIMIT', `${used + bytes} bytes of values are more than int32 offsets reach`);
      }
      if (used + bytes > data.length - slackBytes) data = grow(data, used, used + bytes);
      if (length + entries > this.capacity) {
        const old = new Uint8Array(offsets.buffer, offsets.byteOffset, offsets.byteLength);
        const grown = grow(old, 4 * (length + 1), 4 * (length + entries + 1));
        offsets = new Int32Array(grown.buffer, grown.byteOffset, grown.length >> 2);
      }
    },
    clear(): void {
      this.length = 0;
      offsets[0] = 0;
    },
    get values(): BytesValues {
      const { length } = this;
      return {
        layout: 'bytes',
        type: PhysicalType.BYTE_ARRAY,
        length,
        offsets: offsets.subarray(0, length + 1),
        data: data.subarray(0, offsets[length]),
      };
    },
  };
}
