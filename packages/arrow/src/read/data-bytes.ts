/** Measures the memory that Arrow data keeps alive. */
import type { Data } from 'apache-arrow';

/**
 * Heap bytes that the objects for one column of a batch (a `Data` and the views of its buffers) take, measured on V8 and rounded up.
 */
const objectBytes = 2048;

/**
 * Returns the bytes of all buffers of the data and its children, and of the objects around them. Dictionaries in `seen` are not
 * counted again; others are added to `seen`.
 */
export function dataBytes(data: Data, seen: Set<object>): number {
  // apache-arrow 20 does not count variadic buffers.
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
