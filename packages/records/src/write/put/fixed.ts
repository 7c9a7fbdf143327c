/** Appends values to columns whose values have a fixed width. */
import type { BitBuffer, FixedBuffer } from '@marquetry/core';
import type { Refuse } from '../refuse.js';
import type { Put } from './put-value.js';
import type { Scalar } from './scalar.js';

export function putBits(buffer: BitBuffer, refuse: Refuse): Put {
  return (value) => {
    if (typeof value !== 'boolean') refuse(value, 'a boolean');
    const { length } = buffer;
    if (length === buffer.capacity) buffer.reserve(1);
    const { data } = buffer;
    if (value === true) data[length >> 3] = (data[length >> 3] as number) | (1 << (length & 7));
    buffer.length = length + 1;
  };
}

/** Grows the buffer if it is full. Returns true if that replaced the buffer's memory. */
function reserve(buffer: FixedBuffer): boolean {
  if (buffer.length < buffer.capacity) return false;
  buffer.reserve(1);
  return true;
}

export function putInt32(buffer: FixedBuffer, { min, max, wanted, parse }: Scalar, refuse: Refuse): Put {
  let { words } = buffer;
  const least = Number(min);
  const greatest = Number(max);
  return (given) => {
    let value = typeof given === 'bigint' ? narrow(given, min, max) : given;
    if (typeof value !== 'number') value = Number(parse?.(given) ?? refuse(given, wanted));
    const number = value as number;
    if (!(number >= least && number <= greatest && Number.isInteger(number))) refuse(given, wanted);
    if (reserve(buffer)) words = buffer.words;
    // Unsigned integers are stored with the same bits in a signed array.
    words[buffer.length++] = number;
  };
}

/**
 * Converts a bigint to a number. Returns undefined for a value that is out of range, because the number might be
 * rounded.
 */
function narrow(value: bigint, min: bigint, max: bigint): number | undefined {
  return value >= min && value <= max ? Number(value) : undefined;
}

export function putInt64(buffer: FixedBuffer, { min, max, wanted, parse }: Scalar, refuse: Refuse): Put {
  let { words } = buffer;
  let bigints = bigintsOf(buffer);
  const isSigned = min < 0n;
  return (given) => {
    const value = typeof given === 'number' || typeof given === 'bigint' ? given : parse?.(given);
    if (reserve(buffer)) {
      words = buffer.words;
      bigints = bigintsOf(buffer);
    }
    if (typeof value === 'bigint') {
      if (value < min || value > max) refuse(given, wanted);
      bigints[buffer.length++] = value;
    } else {
      if (typeof value !== 'number' || !Number.isSafeInteger(value) || (!isSigned && value < 0)) refuse(given, wanted);
      const at = 2 * buffer.length++;
      // Assignment stores the low 32 bits, which are exact for safe integers.
      words[at] = value as number;
      words[at + 1] = Math.floor((value as number) / 0x1_0000_0000);
    }
  };
}

function bigintsOf({ data }: FixedBuffer): BigInt64Array {
  return new BigInt64Array(data.buffer, data.byteOffset, data.length >> 3);
}

export function putFloat(buffer: FixedBuffer, refuse: Refuse): Put {
  const view = ({ data }: FixedBuffer): Float32Array =>
    new Float32Array(data.buffer, data.byteOffset, data.length >> 2);
  let floats = view(buffer);
  return (value) => {
    if (typeof value !== 'number') refuse(value, 'a number');
    if (reserve(buffer)) floats = view(buffer);
    floats[buffer.length++] = value as number;
  };
}

export function putDouble(buffer: FixedBuffer, refuse: Refuse): Put {
  const view = ({ data }: FixedBuffer): Float64Array =>
    new Float64Array(data.buffer, data.byteOffset, data.length >> 3);
  let doubles = view(buffer);
  return (value) => {
    if (typeof value !== 'number') refuse(value, 'a number');
    if (reserve(buffer)) doubles = view(buffer);
    doubles[buffer.length++] = value as number;
  };
}

/** Writes the bytes of a value at position `at`, or rejects the value. */
export type Fill = (value: unknown, bytes: Uint8Array, at: number) => void;

export function putFixedBytes(buffer: FixedBuffer, fill: Fill): Put {
  const { width } = buffer;
  return (value) => {
    reserve(buffer);
    fill(value, buffer.data, width * buffer.length);
    buffer.length++;
  };
}
