import { isParquetError } from '@marquetry/core';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apacheBytes } from '../../thrift/test/apache.js';
import * as metadata from '../src/index.js';
import { writeStruct } from './apache-structs.js';
import { structNamed } from './values.js';

const readers: Record<string, (bytes: Uint8Array) => unknown> = {
  PageHeader: (bytes) => metadata.readPageHeader(bytes, 0),
  FileMetaData: (bytes) => metadata.readFileMetaData(bytes),
  OffsetIndex: (bytes) => metadata.readOffsetIndex(bytes),
  ColumnIndex: (bytes) => metadata.readColumnIndex(bytes),
  ColumnMetaData: (bytes) => metadata.readColumnMetaData(bytes),
  BloomFilterHeader: (bytes) => metadata.readBloomFilterHeader(bytes, 0),
  FileCryptoMetaData: (bytes) => metadata.readFileCryptoMetaData(bytes),
};

const damaged = ['TRUNCATED', 'CORRUPT', 'LIMIT'];

/** Returns the code of the error that `run` throws, which must be a ParquetError, or `ok` if it does not throw. */
function outcome(run: () => unknown): string {
  try {
    run();
    return 'ok';
  } catch (error) {
    if (isParquetError(error) && damaged.includes(error.code)) return error.code;
    throw error;
  }
}

describe.each(Object.keys(readers))('%s with invalid bytes', (name) => {
  const read = readers[name] as (bytes: Uint8Array) => unknown;
  const samples = fc
    .sample(structNamed(name), { numRuns: 20, seed: 7 })
    .map((value) => apacheBytes((protocol) => writeStruct(protocol, name, value)))
    .map((bytes) => bytes.subarray(0, 4096));

  test('every truncation of a struct throws TRUNCATED at the end of the bytes', () => {
    for (const bytes of samples) {
      if (outcome(() => read(bytes)) !== 'ok') continue;
      for (let length = 0; length < bytes.length; length++) {
        const { code, at } = thrownBy(() => read(bytes.subarray(0, length)));
        // Call `expect` only after a failure, because calling it for every length would take longer than the reads.
        if (code !== 'TRUNCATED' || at.offset !== length) expect([code, at]).toEqual(['TRUNCATED', { offset: length }]);
      }
    }
  });

  test('reading a struct with any single bit flipped returns a struct or throws a ParquetError', () => {
    const outcomes = new Set<string>();
    for (const bytes of samples) {
      for (let bit = 0; bit < bytes.length * 8; bit += fullOr(1, 13)) {
        const flipped = bytes.slice();
        flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
        outcomes.add(outcome(() => read(flipped)));
      }
    }
    expect([...outcomes]).toEqual(expect.arrayContaining(['ok', 'TRUNCATED', 'CORRUPT']));
  });

  test('reading random bytes, alone or in the middle of a struct, returns a struct or throws a ParquetError', () => {
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(), (noise, seed) => {
        outcomes.add(outcome(() => read(noise)));
        const sample = (samples[seed % samples.length] as Uint8Array).slice();
        sample.set(noise.subarray(0, Math.max(0, sample.length - (seed % sample.length))), seed % sample.length);
        outcomes.add(outcome(() => read(sample)));
      }),
      { numRuns: fullOr(1000, 300) },
    );
    expect([...outcomes]).toEqual(expect.arrayContaining(['TRUNCATED', 'CORRUPT']));
  });
});
