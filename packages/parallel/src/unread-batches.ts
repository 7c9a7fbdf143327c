/**
 * The batches that a worker has sent and the calling thread has not yet taken.
 *
 *   worker          batch  batch  batch  |  waits      at most three, of few bytes together, or one of any size
 *   calling thread                `more` for each batch that it takes
 *
 * The worker runs ahead because the calling thread stops for garbage collections, which take longer than decoding a small batch.
 */
export interface UnreadBatches {
  /** True if a batch of so many bytes may be sent now. */
  hasRoomFor(byteLength: number): boolean;
  /** Counts a batch that is sent. */
  add(byteLength: number): void;
  /** Counts the oldest batch as taken. */
  remove(): void;
}

const mostBatches = 3;

/** @param mostBytes maximum bytes of all batches together, if there is more than one. */
export function createUnreadBatches(mostBytes: number): UnreadBatches {
  const sizes: number[] = [];
  let bytes = 0;
  return {
    hasRoomFor: (byteLength) => sizes.length === 0 || (sizes.length < mostBatches && bytes + byteLength <= mostBytes),
    add: (byteLength) => {
      sizes.push(byteLength);
      bytes += byteLength;
    },
    remove: () => {
      bytes -= sizes.shift() ?? 0;
    },
  };
}
