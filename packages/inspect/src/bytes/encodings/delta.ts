/**
 * Explains the delta encodings.
 *
 *   DELTA_BINARY_PACKED        a delta stream of values
 *   DELTA_LENGTH_BYTE_ARRAY    a delta stream of lengths, then the bytes of all values
 *   DELTA_BYTE_ARRAY           delta streams of prefix lengths and of suffix lengths, then all suffixes
 */
import { ParquetError, PhysicalType } from '@marquetry/core';
import type { FieldList } from '../field-list.js';
import { counted } from '../texts.js';
import { deltaNumbers } from './delta-blocks.js';
import { explainDeltaStream } from './delta-stream.js';
import type { Layout } from './layout.js';

export const explainDeltaBinaryPacked: Layout = (list, { leaf, count, text }) => {
  const bits = leaf.type === PhysicalType.INT32 ? 32 : 64;
  const view = new DataView(new ArrayBuffer(8));
  const bytes = new Uint8Array(view.buffer, 0, bits / 8);
  explainDeltaStream(list, {
    ...{ count, bits, name: 'value' },
    text: (value) => {
      view.setBigInt64(0, value, true);
      return text(bytes);
    },
  });
};

/** Adds a stream of lengths as a field, and returns a function that returns the next length. */
function explainLengths(list: FieldList, name: string, count: number): () => number {
  const { position } = list;
  list.group('length', `${name}s`, (inner) => {
    inner.meaning = `One ${name} per value, encoded as DELTA_BINARY_PACKED.`;
    explainDeltaStream(inner, { count, bits: 32, name: `${name} of value`, text: String });
  });
  return deltaNumbers(list.to.bytes, position, list.end, count);
}

export const explainDeltaLengthByteArray: Layout = (list, { count, text }) => {
  const { bytes } = list.to;
  let nextLength = (): number => 0;
  list.share(1 / 2, () => {
    nextLength = explainLengths(list, 'length', count);
  });
  for (let index = 0; index < count; index++) {
    if (list.to.left <= 0) {
      list.omit(count - index, list.end);
      return;
    }
    const start = list.position;
    const end = start + nextLength();
    requireRoom(start, end, list.end);
    if (!list.wants(start, end)) list.omit(1, end);
    else
      list.leaf(end, 'values', `value ${index}`, text(bytes.subarray(start, end)), `${counted(end - start, 'byte')}.`);
  }
};

function requireRoom(start: number, end: number, most: number): void {
  if (end < start) throw new ParquetError('CORRUPT', `a value length is negative: ${end - start}`, { offset: start });
  if (end > most) {
    const reason = `a value of ${end - start} bytes does not fit in the ${most - start} remaining bytes`;
    throw new ParquetError('TRUNCATED', reason, { offset: start });
  }
}

export const explainDeltaByteArray: Layout = (list, { count, text, leaf }) => {
  const { bytes } = list.to;
  let nextPrefix = (): number => 0;
  let nextSuffix = nextPrefix;
  list.share(1 / 3, () => {
    nextPrefix = explainLengths(list, 'prefix length', count);
  });
  list.share(1 / 2, () => {
    nextSuffix = explainLengths(list, 'suffix length', count);
  });
  // The previous value. It cannot be longer than all suffixes together.
  let previous = new Uint8Array(64);
  let length = 0;
  for (let index = 0; index < count; index++) {
    if (list.to.left <= 0) {
      list.omit(count - index, list.end);
      return;
    }
    const start = list.position;
    const prefix = nextPrefix();
    const end = start + nextSuffix();
    requireRoom(start, end, list.end);
    if (prefix < 0 || prefix > length) {
      const reason = `value ${index} must share 0 to ${length} bytes with the previous value, got ${prefix}`;
      throw new ParquetError('CORRUPT', reason, { offset: start });
    }
    length = prefix + end - start;
    if (leaf.type === PhysicalType.FIXED_LEN_BYTE_ARRAY && length !== leaf.width) {
      const reason = `value ${index} has ${length} bytes, but the column requires ${leaf.width}`;
      throw new ParquetError('CORRUPT', reason, { offset: start });
    }
    if (length > previous.length) {
      const larger = new Uint8Array(2 * length);
      larger.set(previous);
      previous = larger;
    }
    previous.set(bytes.subarray(start, end), prefix);
    const shared = prefix === 0 ? '' : `the first ${counted(prefix, 'byte')} of the previous value, then `;
    const meaning = `${shared}${counted(end - start, 'byte')} stored here.`;
    if (!list.wants(start, end)) list.omit(1, end);
    else list.leaf(end, 'values', `value ${index}`, text(previous.subarray(0, length)), capitalized(meaning));
  }
};

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
