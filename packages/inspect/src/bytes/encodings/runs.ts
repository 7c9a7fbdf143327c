/**
 * Explains values that are stored as runs.
 *
 *   PLAIN_DICTIONARY, RLE_DICTIONARY    bit width (1 byte), runs of indices
 *   RLE (BOOLEAN)                       length (4 bytes), runs of bits
 */
import { ParquetError } from '@marquetry/core';
import { readBits } from '../bits.js';
import { explainRuns } from '../runs.js';
import { entryBytes } from '../texts.js';
import type { Layout } from './layout.js';

export const explainDictionary: Layout = (list, { count, text, dictionary }) => {
  if (count === 0) return;
  const { position } = list;
  if (position >= list.end) throw new ParquetError('TRUNCATED', 'the bit width of the dictionary indices is missing');
  const width = list.to.bytes[position] as number;
  if (width > 32)
    throw new ParquetError('CORRUPT', `the bit width of dictionary indices must be 0 to 32, got ${width}`);
  list.leaf(position + 1, 'length', 'bit width', String(width), 'Bits per dictionary index.');
  explainRuns(list, {
    ...{ width, count, kind: 'indices', one: 'index', many: 'indices' },
    describe: (index) => {
      if (dictionary === undefined) return { value: String(index) };
      const { length } = dictionary;
      if (index >= length)
        throw new ParquetError('CORRUPT', `index ${index} is outside the dictionary of ${length} entries`);
      const entry = text(entryBytes(dictionary, index));
      return { value: `${index}: ${entry}`, meaning: `Entry ${index} of the dictionary is ${entry}.` };
    },
  });
};

export const explainRleBooleans: Layout = (list, { count, text }) => {
  if (count === 0) return;
  const { position } = list;
  const room = list.end - position - 4;
  if (room < 0) throw new ParquetError('TRUNCATED', 'the 4-byte length of the runs is cut short');
  const length = readBits(list.to.bytes, 8 * position, 32);
  if (length > room) throw new ParquetError('TRUNCATED', `expected ${length} bytes of runs, found ${room}`);
  list.leaf(
    position + 4,
    'length',
    'length',
    String(length),
    'The size of the runs in bytes, as a 4-byte integer, least significant byte first.',
  );
  const describe = (bit: number) => ({ value: text(Uint8Array.of(bit)) });
  const runs = { width: 1, count, kind: 'values', one: 'value', many: 'values', describe } as const;
  list.group('values', 'runs', (inner) => explainRuns(inner, runs), position + 4 + length);
};
