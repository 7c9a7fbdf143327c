/**
 * Counts the batches that a worker has sent and the calling thread has not used yet. A worker may send a batch if there
 * is no unused batch, or if all unused batches, including the new one, have at most `mostBytes` bytes.
 *
 *   worker          batch  batch  batch  |  waits until the calling thread has used a batch
 *   calling thread                sends `more` for each batch that it uses
 *
 * The worker decodes batches in advance, so that it keeps working while the calling thread uses the batches of another
 * worker, or pauses for a garbage collection, which takes longer than decoding a small batch.
 */
export interface UnreadBatches {
  /** True if a batch of this many bytes may be sent now. */
  hasRoomFor(byteLength: number): boolean;
  /** Counts a batch as sent. */
  add(byteLength: number): void;
  /** Counts the oldest batch as used, so that more batches may be sent. */
  remove(): void;
}

/**
 * Creates the counter of the unused batches of one task.
 * @param mostBytes Maximum total size in bytes of all unused batches. A single batch may be larger.
 */
export function createUnreadBatches(mostBytes: number): UnreadBatches {
  const sizes: number[] = [];
  let bytes = 0;
  return {
    hasRoomFor: (byteLength) => sizes.length === 0 || bytes + byteLength <= mostBytes,
    add: (byteLength) => {
      sizes.push(byteLength);
      bytes += byteLength;
    },
    remove: () => {
      bytes -= sizes.shift() ?? 0;
    },
  };
}
