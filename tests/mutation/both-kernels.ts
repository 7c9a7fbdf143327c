/**
 * Reads the same file with both kernel sets, WebAssembly SIMD and JavaScript. Both must read the same columns, or fail
 * with the same error code after returning the same batches.
 */
import { createHash, type Hash } from 'node:crypto';
import { javascriptKernels } from '@marquetry/bit-io';
import type { Kernels, Values } from '@marquetry/core';
import { loadSimdKernels } from '@marquetry/simd';
import { isParquetError, openParquet, type ReadBatchesOptions } from 'marquetry';

const simd = await loadSimdKernels();
if (simd.name === javascriptKernels.name)
  throw new Error('WebAssembly is not available, so there is only one kernel set to test');

/** The result of reading a file with one kernel set. */
interface Reading {
  /** A digest of each batch. */
  readonly batches: readonly string[];
  /** The code of the error that ended the read. */
  readonly error?: string;
}

/** Returns a description of how the results of the two kernel sets differ, or `undefined` if they are equal. */
export async function differenceOfKernels(bytes: Uint8Array): Promise<string | undefined> {
  for (const options of [{}, { decodeDictionaries: true, spaced: true, batchRows: 100 }]) {
    const [fast, plain] = [await read(bytes, simd, options), await read(bytes, javascriptKernels, options)];
    // Decoding runs ahead of reading by a varying number of batches. If a read fails, the number of batches before the error may therefore
    // differ.
    const isFailed = fast.error !== undefined;
    const common = isFailed ? Math.min(fast.batches.length, plain.batches.length) : Number.POSITIVE_INFINITY;
    const isSame = String(fast.batches.slice(0, common)) === String(plain.batches.slice(0, common));
    if (fast.error !== plain.error || !isSame) {
      return `the SIMD kernels read ${JSON.stringify(fast)}, the JavaScript kernels ${JSON.stringify(plain)}`;
    }
  }
  return undefined;
}

/** Reads all columns with one kernel set, and returns digests of the batches and the code of the error, if any. */
async function read(bytes: Uint8Array, kernels: Kernels, options: ReadBatchesOptions): Promise<Reading> {
  const batches: string[] = [];
  try {
    const file = await openParquet(bytes, { kernels });
    for await (const batch of file.columnBatches(options)) {
      const hash = createHash('sha1');
      for (const [name, { values, nulls, rowCount, slotCount }] of Object.entries(batch)) {
        hash.update(JSON.stringify([name, rowCount, slotCount, values.layout, values.length, nulls.kind]));
        addValues(hash, values);
        if (nulls.kind === 'bitmap') hash.update(nulls.bits);
        if (nulls.kind === 'levels') hash.update(nulls.definition).update(nulls.repetition ?? '');
      }
      batches.push(hash.digest('hex'));
    }
    return { batches };
  } catch (error) {
    if (!isParquetError(error)) throw error;
    return { batches, error: error.code };
  }
}

function addValues(hash: Hash, values: Values): void {
  switch (values.layout) {
    case 'dictionary':
      hash.update(values.indices);
      addValues(hash, values.dictionary);
      break;
    case 'bytes':
      // Hash only the bytes of the values: the buffer may have more bytes before the first value and after the last.
      hash.update(values.offsets.map((offset) => offset - (values.offsets[0] as number)));
      hash.update(values.data.subarray(values.offsets[0], values.offsets[values.length]));
      break;
    default:
      hash.update(values.data);
  }
}
