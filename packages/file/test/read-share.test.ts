/** Tests that several reads in one call share the memory limit of a single read. */
import { createLimits, EncodingId, PhysicalType } from '@marquetry/core';
import type { ParquetFile, ReadBatchesOptions, ReadShare } from '@marquetry/file';
import { buildFlatFile } from '@marquetry/test-support/files.js';
import { buildDataPage, buildDictionaryPage } from '@marquetry/test-support/pages.js';
import { columnOf, indicesOf, slotsOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { heldBeside } from '../src/read-share.js';
import { open } from './sources.js';

const column = columnOf(PhysicalType.BYTE_ARRAY);
const entries = valuesOf(
  column,
  Array.from({ length: 40 }, (_, i) => `${i} ${'x'.repeat(300)}`),
);
const rowCount = 4000;
const pages = [
  buildDictionaryPage({ column, values: entries }),
  ...Array.from({ length: 40 }, (_, page) =>
    buildDataPage({
      ...{ column, encoding: EncodingId.RLE_DICTIONARY },
      values: indicesOf(
        entries,
        Array.from({ length: 100 }, (_, i) => (page + i) % 40),
      ),
    }),
  ),
];
const dictionaryBytes = 40 * 304;
const bytes = buildFlatFile(column, pages);

interface Reading {
  readonly rows: readonly number[];
  /** The value of `heldBytes` while the caller was using each batch. */
  readonly held: readonly number[];
  readonly values: readonly unknown[];
}

async function read(file: ParquetFile, options: ReadBatchesOptions = {}): Promise<Reading> {
  const share: ReadShare = { heldBytes: -1 };
  const [rows, held, values]: [number[], number[], unknown[]] = [[], [], []];
  for await (const [batch] of file.leafBatches({ ...options, share })) {
    rows.push(batch!.rowCount);
    held.push(share.heldBytes);
    values.push(...slotsOf(batch!));
  }
  return { rows, held, values };
}

describe('several reads that share a memory limit', () => {
  test('while the caller uses a batch, `share.heldBytes` is little more than the size of the batch and its dictionary', async () => {
    const memoryBytes = 100_000;
    const file = await open(bytes, { limits: createLimits({ memoryBytes }) });
    const { rows, held } = await read(file, { batchRows: 500 });
    expect(rows).toEqual(Array(rowCount / 500).fill(500));
    for (const heldBytes of held) {
      const batchBytes = 4 * 500 + dictionaryBytes;
      expect(heldBytes).toBeGreaterThanOrEqual(batchBytes);
      expect(heldBytes).toBeLessThanOrEqual(batchBytes + memoryBytes / 4);
    }
  });

  test('a read that shares its memory limit frees its pages and dictionary if they take more than an eighth of the limit, and returns the same rows', async () => {
    const roomy = await open(bytes, { limits: createLimits({ memoryBytes: 2 ** 22 }) });
    const tight = await open(bytes, { limits: createLimits({ memoryBytes: 40_000 }) });
    const whole = await read(roomy, { batchRows: 250 });
    const parked = await read(tight, { batchRows: 250 });
    expect(parked.values).toEqual(whole.values);
    // The dictionary takes 12 of 40 kB, so the column reader drops it. The dictionary then counts only as part of the
    // batch.
    for (const heldBytes of parked.held) expect(heldBytes).toBeLessThan(2 * dictionaryBytes);
  });

  test('a read yields shorter batches if other reads in the call use memory, but may always use a quarter of the limit', async () => {
    const memoryBytes = 100_000;
    const file = await open(bytes, { limits: createLimits({ memoryBytes }) });
    const alone = await read(file, { decodeDictionaries: true });
    const beside = await read(file, {
      decodeDictionaries: true,
      beside: [{ heldBytes: 20_000 }, { heldBytes: 30_000 }],
    });
    const crowded = await read(file, { decodeDictionaries: true, beside: [{ heldBytes: 10 * memoryBytes }] });
    expect(beside.rows.length).toBeGreaterThan(1.2 * alone.rows.length);
    expect(crowded.rows.length).toBeGreaterThan(1.3 * beside.rows.length);
    expect(beside.values).toEqual(alone.values);
    expect(crowded.values).toEqual(alone.values);
  });

  test('the memory of all other reads in the same call is subtracted from the limit of a read', () => {
    expect(heldBeside(undefined)).toBe(0);
    expect(heldBeside([])).toBe(0);
    expect(heldBeside([{ heldBytes: 5 }, { heldBytes: 7 }])).toBe(12);
  });
});
