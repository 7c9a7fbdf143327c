/**
 * Decodes every encoding with both kernel sets, WebAssembly SIMD and JavaScript. The same bytes yield the same values, or an error with the
 * same code.
 */
import { createAlp } from '@marquetry/alp';
import { javascriptKernels } from '@marquetry/bit-io';
import {
  bytesOf,
  type ColumnType,
  createColumnBuffer,
  createLimits,
  type DirectValues,
  type Encoding,
  isParquetError,
  type Kernels,
  type LeafColumn,
  type WritableEncoding,
} from '@marquetry/core';
import { createStandardEncodings } from '@marquetry/encodings';
import { createSimdKernels } from '@marquetry/simd';
import { conformance, createRandom, sampleValues, standardColumns } from '@marquetry/test-kit';
import { fullOr, isFull } from '@marquetry/test-support/full.js';
import { describe, expect, test } from 'vitest';

const simd = createSimdKernels();
if (simd.refusal !== undefined) throw simd.refusal;

/** The names of the optional kernel functions that were used. */
const used = new Set<string>();

/** Wraps a kernel set so that `used` records which of its functions were called and did the work. */
function watched(kernels: Kernels): Kernels {
  const watch = <A extends unknown[], R>(name: string, run: (...args: A) => R): ((...args: A) => R) => {
    return (...args) => {
      const result = run(...args);
      if (result !== 0 && result !== false) used.add(name);
      return result;
    };
  };
  const { readRuns, readDeltaBlocks, gatherBytes, copyByteArrays, joinFronts, scaleDoubles, scaleFloats, scratch } =
    kernels as Required<Kernels>;
  return {
    ...kernels,
    readRuns: watch('readRuns', readRuns),
    readDeltaBlocks: watch('readDeltaBlocks', readDeltaBlocks),
    gatherBytes: watch('gatherBytes', gatherBytes),
    copyByteArrays: watch('copyByteArrays', copyByteArrays),
    joinFronts: watch('joinFronts', joinFronts),
    scaleDoubles: watch('scaleDoubles', scaleDoubles),
    scaleFloats: watch('scaleFloats', scaleFloats),
    scratch: watch('scratch', scratch),
  };
}

function encodingsOver(kernels: Kernels): WritableEncoding[] {
  const standard = [...createStandardEncodings({ kernels })].filter(isWritable);
  return [...standard, createAlp(kernels)];
}

function isWritable(encoding: Encoding): encoding is WritableEncoding {
  return encoding.encoder !== undefined;
}

const accelerated = encodingsOver(watched(simd));
const plainKernels = encodingsOver(javascriptKernels);

describe.each(accelerated)('conformance of $name with SIMD kernels', (encoding) => {
  const cases = conformance(encoding, { endsByItself: encoding.name !== 'BYTE_STREAM_SPLIT' });
  // A quick run tests one in seven cases. Seven has no factor in common with the numbers of columns and of samples, so some cases of each
  // are tested.
  for (const [i, { name, run }] of cases.entries()) if (isFull || i % 7 === 0) test(name, run);
});

/**
 * Numbers of values per page. The largest pages are decoded in parts, because they exceed the WebAssembly working
 * memory.
 */
const counts = fullOr([700, 5000, 40_000], [700, 40_000]);
const kinds = ['edges', 'random', 'constant', 'ascending'] as const;
const leaf = (column: ColumnType): LeafColumn => ({ ...column, maxDefinitionLevel: 0, maxRepetitionLevel: 0 });

interface Page {
  readonly column: LeafColumn;
  readonly bytes: Uint8Array;
  readonly valueCount: number;
  readonly dictionary?: DirectValues;
}

function pagesOf(encoding: WritableEncoding): Page[] {
  const random = createRandom(7);
  const pages: Page[] = [];
  for (const column of standardColumns.filter((each) => encoding.supports(each))) {
    for (const valueCount of counts) {
      for (const kind of kinds) {
        const encoder = encoding.encoder(column);
        if (!encoding.usesDictionary) {
          encoder.write(sampleValues(column, kind, valueCount, random), 0, valueCount);
          pages.push({ column: leaf(column), bytes: encoder.finish(), valueCount });
          continue;
        }
        const entries = kind === 'random' ? 3000 : 13;
        const dictionary = sampleValues(column, 'random', entries, random);
        const indices = new Int32Array(valueCount);
        for (let i = 0; i < valueCount; i++) {
          indices[i] =
            kind === 'constant' ? 3 : kind === 'ascending' ? Math.floor((i * entries) / valueCount) : random(entries);
        }
        encoder.write(
          { layout: 'dictionary', type: column.type, length: valueCount, indices, dictionary },
          0,
          valueCount,
        );
        pages.push({ column: leaf(column), bytes: encoder.finish(), valueCount, dictionary });
      }
    }
  }
  return pages;
}

/** Reads a page in several calls, and returns the bytes of its values, or the code of the error. */
function outcome(encoding: Encoding, page: Page, bytes: Uint8Array, portions: readonly number[]): Uint8Array | string {
  const { column, valueCount, dictionary } = page;
  const context = { column, valueCount, limits: createLimits({ decodedBytes: 2 ** 26 }) };
  try {
    const decoder = encoding.decoder(bytes, dictionary === undefined ? context : { ...context, dictionary });
    const buffer = createColumnBuffer(column);
    for (let done = 0, k = 0; done < valueCount; k++) {
      const n = Math.min(portions[k % portions.length]!, valueCount - done);
      if (k % 5 === 4) decoder.skip(n);
      else decoder.readInto(buffer, n);
      done += n;
    }
    const { values } = buffer;
    if (values.layout !== 'bytes') return bytesOf(values.data);
    return Buffer.concat([bytesOf(values.offsets), values.data]);
  } catch (error) {
    if (isParquetError(error)) return error.code;
    throw error;
  }
}

function requireSame(a: Uint8Array | string, b: Uint8Array | string, what: string): void {
  const same = typeof a === 'string' || typeof b === 'string' ? a === b : Buffer.compare(a, b) === 0;
  const said = [a, b].map((one) => (typeof one === 'string' ? one : `${one.length} bytes`));
  expect(same, `${what}: ${said.join(' and ')}`).toBe(true);
}

const portionings = [[2 ** 30], [300, 4096, 1, 777, 9000], [256, 7, 16_384]];

describe.each(accelerated.map((encoding, i) => ({ name: encoding.name, encoding, other: plainKernels[i]! })))(
  '$name with both kernel sets',
  ({ encoding, other }) => {
    const pages = pagesOf(other);

    test('SIMD kernels return the same values as JavaScript kernels, however many values each call reads', () => {
      for (const page of pages) {
        for (const portions of portionings) {
          const found = outcome(encoding, page, page.bytes, portions);
          const what = `${page.valueCount} values of type ${page.column.type}`;
          requireSame(found, outcome(other, page, page.bytes, portions), what);
          expect(typeof found, what).toBe('object');
        }
      }
    });

    test('SIMD kernels return the same values or error code as JavaScript kernels for corrupt input', () => {
      const random = createRandom(11);
      let errors = 0;
      for (const page of pages.filter(({ valueCount }) => valueCount < 40_000)) {
        for (let k = 0; k < fullOr(30, 10); k++) {
          const bytes = page.bytes.slice(0, k % 3 === 0 ? random(page.bytes.length + 1) : page.bytes.length);
          for (let flips = k % 3; flips > 0 && bytes.length > 0; flips--) {
            const at = random(4) === 0 ? random(Math.min(bytes.length, 40)) : random(bytes.length);
            bytes[at] = (bytes[at] as number) ^ (1 << random(8));
          }
          const portions = portionings[k % portionings.length]!;
          const found = outcome(encoding, page, bytes, portions);
          if (typeof found === 'string') errors++;
          requireSame(found, outcome(other, page, bytes, portions), `case ${k} of type ${page.column.type}`);
        }
      }
      expect(errors).toBeGreaterThan(0);
    });
  },
);

test('the tests of encodings with SIMD kernels call every optional kernel', () => {
  expect([...used].sort()).toEqual([
    'copyByteArrays',
    'gatherBytes',
    'joinFronts',
    'readDeltaBlocks',
    'readRuns',
    'scaleDoubles',
    'scaleFloats',
    'scratch',
  ]);
});
