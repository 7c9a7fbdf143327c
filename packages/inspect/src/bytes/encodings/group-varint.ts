/**
 * Explains GROUP_VAR_INT values: the lengths of 4 (INT32) or 5 (INT64) values, then the values without leading zero bytes.
 */
import { ParquetError, PhysicalType } from '@marquetry/core';
import { readHighBits } from '../bits.js';
import { counted } from '../texts.js';
import type { Layout } from './layout.js';

export const explainGroupVarint: Layout = (list, { leaf, count, text }) => {
  const isInt32 = leaf.type === PhysicalType.INT32;
  const size = isInt32 ? 4 : 5;
  const leadBytes = isInt32 ? 1 : 2;
  const lengthBits = isInt32 ? 2 : 3;
  const { bytes } = list.to;
  const value = new Uint8Array(leaf.width);
  for (let first = 0; first < count; first += size) {
    if (list.to.left <= 0) {
      list.omit(Math.ceil((count - first) / size), list.end);
      return;
    }
    list.group('values', `group of ${size}`, (inner) => {
      const start = inner.position;
      const lead = start + leadBytes;
      if (lead > inner.end) throw new ParquetError('TRUNCATED', 'a group is truncated', { offset: start });
      const firstBit = 8 * lead - size * lengthBits;
      if (firstBit > 8 * start) inner.bits(8 * start, 1, 'length', 'unused bit', {}, true);
      const lengths = Array.from(
        { length: size },
        (_, k) => readHighBits(bytes, firstBit + k * lengthBits, lengthBits) + 1,
      );
      for (let k = 0; k < size; k++) {
        const length = lengths[k] as number;
        const name = first + k < count ? `length of value ${first + k}` : 'length of padding';
        const meaning = `These bits store the byte length minus 1: ${length - 1} + 1 = ${length}.`;
        const words = { value: String(length), meaning };
        inner.bits(firstBit + k * lengthBits, lengthBits, 'length', name, words, true);
      }
      for (let k = 0; k < size; k++) {
        const at = inner.position;
        const end = at + (lengths[k] as number);
        const isValue = first + k < count;
        if (end > inner.end) {
          if (!isValue) return;
          throw new ParquetError('TRUNCATED', 'a group is truncated', { offset: at });
        }
        value.fill(0).set(bytes.subarray(at, Math.min(end, at + leaf.width)));
        const meaning = `${counted(end - at, 'byte')}, least significant first.`;
        if (isValue) inner.leaf(end, 'values', `value ${first + k}`, text(value), meaning);
        else inner.leaf(end, 'values', 'padding', undefined, 'Padding at the end of the last group.');
      }
    });
  }
};
