/**
 * Locates the parts of an encoded value (VariantEncoding.md#value-encoding). The first byte of a value has its basic
 * type in bits 0 and 1.
 *
 *   primitive     id (bits 2 to 7), data
 *   short string  length (bits 2 to 7), UTF-8
 *   object        header, count (1 or 4 bytes), count ids, count + 1 offsets, values
 *   array         header, count (1 or 4 bytes), count + 1 offsets, values
 *
 *   header of an object   bits 2, 3: offset size - 1   bits 4, 5: id size - 1   bit 6: 4-byte count
 *   header of an array    bits 2, 3: offset size - 1                            bit 4: 4-byte count
 */
import { ParquetError } from '@marquetry/core';
import { corrupt, truncated } from './faults.js';
import { BasicType, primitiveTypes } from './kind.js';
import { readUint } from './little-endian.js';

const part = 'variant value';

/** The parts of an encoded object or array. Positions are offsets in the bytes of the value. */
export interface Container {
  readonly isObject: boolean;
  readonly count: number;
  readonly idSize: number;
  readonly idsAt: number;
  readonly offsetSize: number;
  readonly offsetsAt: number;
  readonly dataAt: number;
  /** The end of the value, computed from its last offset. */
  readonly end: number;
}

/**
 * Returns the parts of the object or array at offset `at`, which must not extend beyond `limit`.
 * @throws ParquetError TRUNCATED if it extends beyond `limit`.
 */
export function readContainer(bytes: Uint8Array, at: number, limit: number): Container {
  const header = bytes[at] as number;
  const isObject = (header & 3) === BasicType.OBJECT;
  const offsetSize = ((header >> 2) & 3) + 1;
  const idSize = isObject ? ((header >> 4) & 3) + 1 : 0;
  const countSize = (header >> (isObject ? 6 : 4)) & 1 ? 4 : 1;
  const idsAt = at + 1 + countSize;
  if (idsAt > limit) throw truncated(part, at, `an ${isObject ? 'object' : 'array'}`);
  const count = readUint(bytes, at + 1, countSize);
  const offsetsAt = idsAt + idSize * count;
  const dataAt = offsetsAt + offsetSize * (count + 1);
  if (dataAt > limit) throw truncated(part, at, `an ${isObject ? 'object' : 'array'} of ${count} entries`);
  const end = dataAt + readUint(bytes, dataAt - offsetSize, offsetSize);
  if (end > limit) throw truncated(part, at, `an ${isObject ? 'object' : 'array'} of ${end - at} bytes`);
  return { isObject, count, idSize, idsAt, offsetSize, offsetsAt, dataAt, end };
}

/**
 * Returns the end of the value at offset `at`. Does not examine the entries of objects and arrays.
 * @throws ParquetError TRUNCATED if the end is above `limit`; UNSUPPORTED for an unknown primitive type.
 */
export function valueEnd(bytes: Uint8Array, at: number, limit: number): number {
  if (at >= limit) throw truncated(part, at, 'a value');
  const header = bytes[at] as number;
  let end: number;
  switch (header & 3) {
    case BasicType.PRIMITIVE: {
      const type = primitiveTypes[header >> 2];
      if (type === undefined) {
        throw new ParquetError('UNSUPPORTED', `unknown primitive type ${header >> 2} in a variant`, {
          part,
          offset: at,
        });
      }
      if (type.dataBytes !== undefined) end = at + 1 + type.dataBytes;
      else if (at + 5 > limit) throw truncated(part, at, 'a string or binary');
      else end = at + 5 + readUint(bytes, at + 1, 4);
      break;
    }
    case BasicType.SHORT_STRING:
      end = at + 1 + (header >> 2);
      break;
    default:
      return readContainer(bytes, at, limit).end;
  }
  if (end > limit) throw truncated(part, at, `a value of ${end - at} bytes`);
  return end;
}

/** Returns the start of entry `index` of a container. @throws ParquetError CORRUPT for an offset that is out of bounds. */
export function entryStart(bytes: Uint8Array, container: Container, index: number): number {
  const { offsetsAt, offsetSize, dataAt, end } = container;
  const start = dataAt + readUint(bytes, offsetsAt + offsetSize * index, offsetSize);
  if (start < end) return start;
  throw corrupt(
    part,
    offsetsAt + offsetSize * index,
    `the offset of entry ${index} of an object or array is not below the size of the entries`,
  );
}

/** Returns the end of entry `index`, which starts at `start`. The entries of an array are stored in order. */
export function entryEnd(bytes: Uint8Array, container: Container, index: number, start: number): number {
  const { isObject, offsetsAt, offsetSize, dataAt, end } = container;
  if (isObject) return valueEnd(bytes, start, end);
  const next = dataAt + readUint(bytes, offsetsAt + offsetSize * (index + 1), offsetSize);
  if (next > end)
    throw corrupt(part, offsetsAt, `the offset of entry ${index + 1} of an array is above the size of the entries`);
  if (next <= start)
    throw corrupt(part, offsetsAt, `the offsets of entries ${index} and ${index + 1} of an array do not ascend`);
  return valueEnd(bytes, start, next);
}

/** Returns the field id of an object's entry. */
export function fieldId(bytes: Uint8Array, { idsAt, idSize }: Container, index: number): number {
  return readUint(bytes, idsAt + idSize * index, idSize);
}
