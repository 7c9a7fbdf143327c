/**
 * Reads the same file with both kernel sets: the columns must be the same, or both must fail with the same code after the same batches.
 */
import { createHash, type Hash } from 'node:crypto';
import { javascriptKernels } from '@marquetry/bit-io';
import type { Kernels, Values } from '@marquetry/core';
import { loadSimdKernels } from '@marquetry/simd';
import { isParquetError, openParquet } from 'marquetry';

const simd = await loadSimdKernels();
if (simd.name === javascriptKernels.name) throw new Error('WebAssembly is refused: there is one kernel set only');

/** Digests of what both sets read, which differ if the sets disagree. */
export interface BothKernels {
  readonly simd: string;
  readonly javascript: string;
}

export async function readOverBoth(bytes: Uint8Array): Promise<BothKernels> {
  return { simd: await digestOf(bytes, simd), javascript: await digestOf(bytes, javascriptKernels) };
}

/** A digest of all batches, with dictionaries and decoded, and of the code of the error that ended the read. */
async function digestOf(bytes: Uint8Array, kernels: Kernels): Promise<string> {
  const ends: string[] = [];
  for (const read of [{}, { decodeDictionaries: true, spaced: true, batchRows: 100 }]) {
    const hash = createHash('sha1');
    try {
      const file = await openParquet(bytes, { kernels });
      for await (const batch of file.columnBatches(read)) {
        for (const [name, { values, nulls, rowCount, slotCount }] of Object.entries(batch)) {
          hash.update(JSON.stringify([name, rowCount, slotCount, values.layout, values.length, nulls.kind]));
          addValues(hash, values);
          if (nulls.kind === 'bitmap') hash.update(nulls.bits);
          if (nulls.kind === 'levels') hash.update(nulls.definition).update(nulls.repetition ?? '');
        }
      }
      ends.push(hash.digest('hex'));
    } catch (error) {
      if (!isParquetError(error)) throw error;
      ends.push(`${error.code} after ${hash.digest('hex')}`);
    }
  }
  return ends.join(', ');
}

function addValues(hash: Hash, values: Values): void {
  switch (values.layout) {
    case 'dictionary':
      hash.update(values.indices);
      addValues(hash, values.dictionary);
      break;
    case 'bytes':
      // The data may start before the first value and end after the last.
      hash.update(values.offsets.map((offset) => offset - (values.offsets[0] as number)));
      hash.update(values.data.subarray(values.offsets[0], values.offsets[values.length]));
      break;
    default:
      hash.update(values.data);
  }
}
