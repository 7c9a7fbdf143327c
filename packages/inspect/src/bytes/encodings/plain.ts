/**
 * Explains PLAIN values (Encodings.md#PLAIN).
 *
 *   BOOLEAN       1 bit per value, least significant bit first
 *   BYTE_ARRAY    length (4 bytes, unsigned, little endian), then the bytes
 *   other types   fixed-width values
 */
import { ParquetError, PhysicalType, viewOf } from '@marquetry/core';
import { readBits } from '../bits.js';
import type { FieldList } from '../field-list.js';
import type { Layout, PageValues } from './layout.js';

export const explainPlain: Layout = (list, values) => {
  const { type } = values.leaf;
  if (type === PhysicalType.BYTE_ARRAY) explainByteArrays(list, values);
  else if (type === PhysicalType.BOOLEAN) explainBits(list, values);
  else explainFixed(list, values);
};

const layouts: Readonly<Partial<Record<PhysicalType, string>>> = {
  [PhysicalType.INT32]: '4 bytes, least significant first.',
  [PhysicalType.INT64]: '8 bytes, least significant first.',
  [PhysicalType.FLOAT]: 'A 4-byte IEEE 754 number, least significant byte first.',
  [PhysicalType.DOUBLE]: 'An 8-byte IEEE 754 number, least significant byte first.',
  [PhysicalType.INT96]: '8 bytes for the nanoseconds since midnight, then 4 bytes for the Julian day number.',
};

function explainFixed(list: FieldList, { leaf, count, text }: PageValues): void {
  const { bytes } = list.to;
  const { width } = leaf;
  const meaning = layouts[leaf.type];
  const stored = width === 0 ? count : Math.min(count, Math.floor((list.end - list.position) / width));
  list.row(stored, 8 * width, 'values', (index, bit) => {
    const value = text(bytes.subarray(bit / 8, bit / 8 + width));
    return { name: `value ${index}`, value, meaning };
  });
  requireAll(stored, count);
}

function explainBits(list: FieldList, { count, text }: PageValues): void {
  const { bytes } = list.to;
  const { position } = list;
  const stored = Math.min(count, 8 * (list.end - position));
  list.row(stored, 1, 'values', (index, bit) => {
    const value = readBits(bytes, bit, 1);
    return { name: `value ${index}`, value: text(Uint8Array.of(value)), meaning: `One bit: ${value}.` };
  });
  requireAll(stored, count);
  list.padding(8 * position + count, list.position, 'values', 'Unused bits after the last value.');
}

/**
 * Checks that `stored`, the number of stored values, is at least `count`.
 * @throws ParquetError TRUNCATED if it is not.
 */
function requireAll(stored: number, count: number): void {
  if (stored < count)
    throw new ParquetError('TRUNCATED', `${count} values are expected, but the bytes end after ${stored}`);
}

function explainByteArrays(list: FieldList, { count, text }: PageValues): void {
  const { bytes } = list.to;
  const view = viewOf(bytes);
  const { end } = list;
  for (let index = 0; index < count; index++) {
    const start = list.position;
    if (list.to.left <= 0) {
      list.omit(count - index, end);
      return;
    }
    const room = end - start - 4;
    const length = room < 0 ? 0 : view.getUint32(start, true);
    const next = start + 4 + length;
    if (length <= room && !list.wants(start, next)) {
      list.omit(1, next);
      continue;
    }
    list.group('values', `value ${index}`, (inner) => {
      if (room < 0) throw new ParquetError('TRUNCATED', 'the length of a value is truncated', { offset: start });
      if (length > room) {
        const reason = `a value of ${length} bytes does not fit in the ${room} remaining bytes`;
        throw new ParquetError('TRUNCATED', reason, { offset: start });
      }
      inner.value = text(bytes.subarray(start + 4, next));
      const meaning = 'The size of the value in bytes, as a 4-byte integer, least significant byte first.';
      inner.leaf(start + 4, 'length', 'length', String(length), meaning);
      if (length > 0) inner.leaf(next, 'values', 'bytes', inner.value);
    });
  }
}
