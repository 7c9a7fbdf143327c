/** Measures the memory that Arrow data keeps alive. */
import type { Data } from 'apache-arrow';

/**
 * Heap bytes of the objects for one column of a batch, measured on V8 and rounded up: `Data`, and views of its buffers.
 */
const objectBytes = 2048;

/**
 * Returns the bytes of the data's buffers at all depths, and of the objects over them. Dictionaries in `seen` count 0;
 * others are added to it.
 */
export function dataBytes(data: Data, seen: Set<object>): number {
  // apache-arrow 20 has no variadic buffers.
  const { valueOffsets, values, nullBitmap, typeIds, variadicBuffers = [] } = data;
  const buffers: readonly (ArrayBufferView | undefined)[] = [
    ...[valueOffsets, values, nullBitmap, typeIds],
    ...variadicBuffers,
  ];
  let bytes = objectBytes;
  for (const buffer of buffers) {
    bytes += buffer?.byteLength ?? 0;
  }
  for (const child of data.children) bytes += dataBytes(child, seen);
  for (const chunk of data.dictionary?.data ?? []) {
    // The batches of a row group have separate vectors over the same dictionary.
    const key: object = chunk.values ?? chunk;
    if (seen.has(key)) continue;
    seen.add(key);
    bytes += dataBytes(chunk, seen);
  }
  return bytes;
}
