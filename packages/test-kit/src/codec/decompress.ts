/**
 * One call of a codec, into memory whose surroundings are watched.
 */
import { type Codec, isParquetError } from '@marquetry/core';

const guardBytes = 64;
const guard = 0xa5;
const stale = 0x5a;

/**
 * `size` bytes that `packed` unpacks to, or the code of the ParquetError. What was in the memory before is no zeros.
 * Throws for any other error, and for bytes written beside the memory.
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
    throw new Error(`byte ${start + touched - guardBytes} of a page of ${size} bytes was written`);
  }
  return code ?? into;
}

/** Throws unless the bytes are the same. */
export function sameBytes(actual: Uint8Array | string, expected: Uint8Array): void {
  if (typeof actual === 'string') throw new Error(`${actual} was thrown`);
  if (actual.length !== expected.length) throw new Error(`${actual.length} bytes came, not ${expected.length}`);
  for (let i = 0; i < actual.length; i++) {
    if (actual[i] !== expected[i]) throw new Error(`byte ${i} is ${actual[i]}, not ${expected[i]}`);
  }
}
