/** Measures the memory that Arrow data keeps alive. */
import type { Data } from 'apache-arrow';

/**
 * The heap memory, in bytes, of the objects for one column of a batch: a `Data` and the views of its buffers. Measured
 * on V8 and rounded up.
 */
const objectBytes = 2048;

/**
 * Returns the bytes of all buffers of the data and its children, including the objects that hold them. A dictionary in
 * `seen` is not counted again; other dictionaries are counted and added to `seen`.
 */
export function dataBytes(data: Data, seen: Set<object>): number {
  // The byte length that apache-arrow 20 computes does not include variadic buffers, so the buffers are summed here.
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
    // The batches of a row group have separate vectors over the same dictionary values, so the values identify the
    // dictionary.
    const key: object = chunk.values ?? chunk;
    if (seen.has(key)) continue;
    seen.add(key);
    bytes += dataBytes(chunk, seen);
  }
  return bytes;
}
