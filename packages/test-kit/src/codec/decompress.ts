/** Calls a codec's `decompress` once, and checks that it writes only to the page. */
import { type Codec, isParquetError } from '@marquetry/core';

const guardBytes = 64;
const guard = 0xa5;
const stale = 0x5a;

/**
 * Returns the `size` bytes to which `packed` decompresses, or the code of the ParquetError that the codec throws. The
 * memory for the page is filled with a fixed byte value before the call. Throws any other error of the codec
 * unchanged, and throws an Error if the codec wrote outside the page.
 */
export function tryDecompress(codec: Codec, packed: Uint8Array, size: number): Uint8Array | string {
  const memory = new Uint8Array(size + 2 * guardBytes).fill(guard);
  const into = memory.subarray(guardBytes, guardBytes + size).fill(stale);
  let code: string | undefined;
  try {
    codec.decompress(packed, into);
  } catch (error) {
    if (!isParquetError(error)) throw error;
    code = error.code;
  }
  for (const start of [0, guardBytes + size]) {
    const touched = memory.subarray(start, start + guardBytes).findIndex((byte) => byte !== guard);
    if (touched < 0) continue;
    throw new Error(`byte ${start + touched - guardBytes}, outside the page of ${size} bytes, was written`);
  }
  return code ?? into;
}

/** Throws an error if the actual result is an error code or differs from the expected bytes. */
export function sameBytes(actual: Uint8Array | string, expected: Uint8Array): void {
  if (typeof actual === 'string') throw new Error(`the codec threw ${actual}`);
  if (actual.length !== expected.length)
    throw new Error(`the codec returned ${actual.length} bytes instead of ${expected.length}`);
  for (let i = 0; i < actual.length; i++) {
    if (actual[i] !== expected[i]) throw new Error(`byte ${i} must be ${expected[i]}, got ${actual[i]}`);
  }
}
