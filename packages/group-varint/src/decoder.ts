/** Decodes GROUP_VAR_INT values. A page is invalid only if bytes are missing, because every leading byte is valid. */
import {
  type DecodeContext,
  type FixedValues,
  fixedValues,
  type Kernels,
  type Limits,
  limitError,
  ParquetError,
  requireBuffer,
  requireCount,
  type ValueDecoder,
} from '@marquetry/core';
import { groupShapeOf } from './groups.js';

/** Masks for the low and the high word of a value, indexed by the length of the value in bytes. */
const lowBits: Int32Array = /* @__PURE__ */ Int32Array.of(0, 0xff, 0xffff, 0xffffff, -1, -1, -1, -1, -1);
const highBits: Int32Array = /* @__PURE__ */ Int32Array.of(0, 0, 0, 0, 0, 0xff, 0xffff, 0xffffff, -1);

/** Creates a decoder for a page of INT32 or INT64 values. */
export function decodeGroups(
  bytes: Uint8Array,
  context: DecodeContext,
  kernels: Pick<Kernels, 'allocate'>,
): ValueDecoder {
  const { column, valueCount, limits } = context;
  const { width } = column;
  const { size, leadBytes, lengthBits } = groupShapeOf(column);
  const words = width >> 2;
  const lengthMask = (1 << lengthBits) - 1;
  // A value takes at least one byte. After this check, the memory for the values is at most a few times the size of the
  // page, even if `valueCount` is wrong.
  const least = valueCount + leadBytes * Math.ceil(valueCount / size);
  if (bytes.length < least) {
    const reason = `${valueCount} values in groups of ${size} need at least ${least} bytes, got ${bytes.length}`;
    throw new ParquetError('TRUNCATED', reason, { offset: bytes.length });
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let remaining = valueCount;
  let position = 0;
  // `lead` contains the lengths of the current group. Shifting it right by `shift` bits yields the length of the next
  // value. `shift` is negative if the group has no more values.
  let lead = 0;
  let shift = -1;

  /**
   * Returns the length of the next value. If the current group has no more values, first reads the lengths of the next
   * group.
   */
  function nextLength(): number {
    if (shift < 0) {
      if (bytes.length - position < leadBytes) throw truncated(position);
      lead = leadBytes === 1 ? view.getUint8(position) : view.getUint16(position);
      position += leadBytes;
      shift = lengthBits * (size - 1);
    }
    const length = ((lead >>> shift) & lengthMask) + 1;
    shift -= lengthBits;
    if (length > bytes.length - position) throw truncated(position);
    return length;
  }

  /** Reads `count` values of `words` words each into `target`, starting at `target[at]`. */
  function take(target: Int32Array, at: number, count: number): void {
    const last = bytes.length - width;
    for (let to = at, end = at + count * words; to < end; to += words) {
      const length = nextLength();
      if (position <= last) {
        target[to] = view.getInt32(position, true) & (lowBits[length] as number);
        if (words === 2) target[to + 1] = view.getInt32(position + 4, true) & (highBits[length] as number);
      } else {
        // Loading a whole word here would read beyond the end of the bytes.
        let low = 0;
        let high = 0;
        for (let i = length - 1; i >= 0; i--) {
          high = (high << 8) | (low >>> 24);
          low = (low << 8) | (bytes[position + i] as number);
        }
        target[to] = low;
        if (words === 2) target[to + 1] = high;
      }
      position += length;
    }
    remaining -= count;
  }

  return {
    get remaining(): number {
      return remaining;
    },
    read(count): FixedValues {
      requireCount(count, remaining);
      requireMemory(count * width, limits);
      const data = kernels.allocate(count * width);
      take(new Int32Array(data.buffer, data.byteOffset, count * words), 0, count);
      return fixedValues(column, data, 0, count);
    },
    readInto(target, count): void {
      requireCount(count, remaining);
      const buffer = requireBuffer(target, 'fixed', column);
      buffer.reserve(count);
      take(buffer.words, buffer.length * words, count);
      buffer.length += count;
    },
    skip(count): void {
      requireCount(count, remaining);
      for (let left = count; left > 0; left--) {
        const length = nextLength();
        position += length;
      }
      remaining -= count;
    },
  };
}

function requireMemory(byteLength: number, limits: Limits): void {
  if (byteLength <= limits.decodedBytes) return;
  throw limitError('decodedBytes', limits, `a value array of ${byteLength} bytes`);
}

function truncated(offset: number): ParquetError {
  return new ParquetError('TRUNCATED', 'a group is truncated', { offset });
}
