import {
  type ChunkWriterOptions,
  createChunkWriter,
  type EncodingPolicy,
  type WrittenChunk,
} from '@marquetry/column-writer';
import { EncodingId, PhysicalType } from '@marquetry/core';
import { FieldRepetitionType } from '@marquetry/metadata';
import { readPageFrame } from '@marquetry/page';
import { leafOf, writeChunk } from '@marquetry/test-support/chunk-file.js';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { join } from '@marquetry/test-support/hex.js';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';

const leaf = leafOf({ name: 'c', type: PhysicalType.INT32, repetitionType: FieldRepetitionType.REQUIRED });
const { PLAIN, RLE_DICTIONARY } = EncodingId;

function chunkOf(options: Partial<ChunkWriterOptions> = {}): WrittenChunk {
  return writeChunk(leaf, valuesOf(leaf, [7, 7, 8, 7]), undefined, options);
}

test.each([
  [{ pageBytes: 0 }, '`pageBytes` must be greater than 0, got 0'],
  [{ pageBytes: Number.NaN }, '`pageBytes` must be greater than 0, got NaN'],
  [{ pageRows: 0 }, '`pageRows` must be at least 1, got 0'],
  [{ encoding: 'PLAIN' }, '`encoding` must be an id, such as EncodingId.PLAIN, or a function, got "PLAIN"'],
])('createChunkWriter rejects the options %j', (wrong, reason) => {
  const options = { leaf, encodings: standardEncodings, ...wrong } as ChunkWriterOptions;
  const error = thrownBy(() => createChunkWriter(options));
  expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', reason]);
});

test('a policy that chooses a dictionary encoding despite `dictionary: false` throws INVALID_ARGUMENT', () => {
  const error = thrownBy(() => chunkOf({ encoding: () => RLE_DICTIONARY, dictionary: false }));
  expect([error.code, error.at]).toEqual(['INVALID_ARGUMENT', { column: 'c' }]);
});

describe('default options', () => {
  const checksumOf = (chunk: WrittenChunk): number | undefined => readPageFrame(join(...chunk.parts), 0).header.crc;

  test('pages have checksums unless `checksums` is false', () => {
    expect(checksumOf(chunkOf())).toBeTypeOf('number');
    expect(checksumOf(chunkOf({ checksums: true }))).toBeTypeOf('number');
    expect(checksumOf(chunkOf({ checksums: false }))).toBeUndefined();
  });

  test('a chunk has a Bloom filter only if `bloomFilter` is true', () => {
    expect(chunkOf().bloomFilter).toBeUndefined();
    expect(chunkOf({ bloomFilter: false }).bloomFilter).toBeUndefined();
    expect(chunkOf({ bloomFilter: true }).bloomFilter?.length).toBeGreaterThan(32);
  });

  test('a dictionary may be used unless `dictionary` is false', () => {
    const encodingsOf = (options: Partial<ChunkWriterOptions>) => chunkOf(options).metaData.encodings;
    expect(encodingsOf({ encoding: RLE_DICTIONARY })).toContain(RLE_DICTIONARY);
    expect(encodingsOf({ encoding: RLE_DICTIONARY, dictionary: true })).toContain(RLE_DICTIONARY);
    const policy: EncodingPolicy = (_, sample) => (sample.candidates.includes(RLE_DICTIONARY) ? RLE_DICTIONARY : PLAIN);
    expect(encodingsOf({ encoding: policy })).toContain(RLE_DICTIONARY);
    expect(encodingsOf({ encoding: policy, dictionary: false })).not.toContain(RLE_DICTIONARY);
  });
});
