/**
 * Tests the steps of a chunk writer, between which its caller may yield to the event loop. Each step does one kind of
 * work on one page.
 */
import { createChunkWriter } from '@marquetry/column-writer';
import { type Codec, CodecId, EncodingId, noNulls, PhysicalType, type Steps } from '@marquetry/core';
import { FieldRepetitionType } from '@marquetry/metadata';
import { leafOf } from '@marquetry/test-support/chunk-file.js';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { valuesOf } from '@marquetry/test-support/values.js';
import { expect, test } from 'vitest';

const leaf = leafOf({ name: 'c', type: PhysicalType.BYTE_ARRAY, repetitionType: FieldRepetitionType.REQUIRED });

/**
 * Returns a writer with pages of two rows, which records the calls to its policy and its codec. The policy returns the
 * given encodings one after another.
 */
function loggingWriter(...encodings: number[]) {
  const calls: string[] = [];
  const codec: Codec = {
    contract: 1,
    id: CodecId.SNAPPY,
    name: 'logging',
    decompress: (packed, into) => into.set(packed),
    compress: (raw) => {
      calls.push('compress');
      return raw.slice();
    },
  };
  const policy = (): number => {
    calls.push('choose');
    return encodings.shift() ?? -1;
  };
  const writer = createChunkWriter({
    leaf,
    encodings: standardEncodings,
    codec,
    encoding: policy,
    pageRows: 2,
    dictionary: { maxValues: 2 },
  });
  return { writer, calls };
}

/** Returns the calls that were made in each step. */
function callsOf(steps: Steps<unknown>, calls: string[]): string[][] {
  const found: string[][] = [];
  for (;;) {
    const { done } = steps.next();
    found.push(calls.splice(0));
    if (done === true) return found;
  }
}

const batch = { values: valuesOf(leaf, ['a', 'b', 'c', 'd']), nulls: noNulls, slotCount: 4, rowCount: 4 };
/** The calls that are made to write one page: encode, measure and compress. */
const page = [[], [], ['compress']];

test('checking, choosing an encoding, encoding, measuring and compressing a page are separate steps', () => {
  const { writer, calls } = loggingWriter(EncodingId.PLAIN);
  expect(callsOf(writer.writeInSteps(batch), calls)).toEqual([[], ['choose'], ...page, ...page]);
});

test('choosing another encoding when the dictionary is full is a separate step', () => {
  const { writer, calls } = loggingWriter(EncodingId.RLE_DICTIONARY, EncodingId.PLAIN);
  expect(callsOf(writer.writeInSteps(batch), calls)).toEqual([[], ['choose'], ...page, ['choose'], ...page]);
});
