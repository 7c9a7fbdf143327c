/**
 * Explains a Bloom filter: the header, then the blocks (BloomFilter.md).
 *
 *   BloomFilterHeader | block 0 | block 1 | ...        32 bytes per block: 8 words of 32 bits
 */
import { defaultLimits, ParquetError } from '@marquetry/core';
import { readBloomFilterHeader } from '@marquetry/metadata';
import type { ExplainedBytes } from './byte-field.js';
import { explainBytes } from './field-list.js';
import { type ExplainMetadataOptions, startExplaining } from './metadata.js';
import { counted } from './texts.js';
import { explainStructFields } from './thrift/walk.js';

const blockBytes = 32;
const blockBits = 8 * blockBytes;

/**
 * Explains a Bloom filter. Invalid bytes never throw: they become a field of the kind `fault`.
 * @param bytes The bytes of the filter, starting with the header. The result aliases them.
 * @param fileOffset File offset of the first byte; undefined if the bytes were decrypted.
 */
export function explainBloomFilter(
  bytes: Uint8Array,
  fileOffset: number | undefined,
  options: ExplainMetadataOptions = {},
): ExplainedBytes {
  const { limits = defaultLimits, mostFields, from } = options;
  return explainBytes(startExplaining(bytes, mostFields, from), fileOffset, (root) => {
    root.group('thrift', 'BloomFilterHeader', (list) => explainStructFields(list, 'BloomFilterHeader', { limits }));
    const { numBytes } = readBloomFilterHeader(bytes, 0, { limits }).header;
    const start = root.position;
    const end = Math.min(start + numBytes, bytes.length);
    const count = Math.floor((end - start) / blockBytes);
    root.group(
      'values',
      'blocks',
      (list) => {
        const set = setBits(bytes, start, end);
        list.value = counted(count, 'block');
        list.meaning = `${percent(set, 8 * (end - start))} of the bits are set. The more bits are set, the more often the filter reports that a value may be present when it is not.`;
        list.row(count, blockBits, 'values', (index, bit) => {
          const at = bit / 8;
          const value = `${setBits(bytes, at, at + blockBytes)} of ${blockBits} bits set`;
          const meaning =
            'The hash of a value selects one block, and one bit to set in each of its 8 words of 4 bytes.';
          return { name: `block ${index}`, value, meaning };
        });
        list.rest('unknown', 'part of a block', 'A block has 32 bytes.');
      },
      end,
    );
    if (start + numBytes <= bytes.length) return;
    const reason = `the header states ${counted(numBytes, 'byte')} of blocks, but only ${bytes.length - start} follow`;
    root.note(new ParquetError('TRUNCATED', reason, { part: 'Bloom filter' }));
  });
}

/** Returns the number of bits that are 1. */
function setBits(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) {
    let byte = bytes[i] as number;
    byte -= (byte >> 1) & 0x55;
    byte = (byte & 0x33) + ((byte >> 2) & 0x33);
    count += (byte + (byte >> 4)) & 0x0f;
  }
  return count;
}

function percent(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((100 * part) / whole)} %`;
}
