/** A sink whose bytes become a Blob, which browsers may keep on disk. */
import type { ByteSink } from '@marquetry/file';

/** Number of bytes to collect before they are moved into a Blob. */
const partBytes = 2 ** 24;

export interface BlobSink extends ByteSink {
  /** Returns the file. Call it after the writer has finished. */
  blob(): Blob;
}

export function blobSink(): BlobSink {
  let blobs: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  const flush = (): void => {
    blobs.push(new Blob(parts));
    parts = [];
    held = 0;
  };
  return {
    async write(bytes) {
      // The writer may reuse the memory of `bytes`.
      parts.push(bytes.slice());
      held += bytes.length;
      if (held >= partBytes) flush();
    },
    async close() {
      flush();
    },
    async abort() {
      blobs = [];
      parts = [];
    },
    blob: () => new Blob(blobs, { type: 'application/vnd.apache.parquet' }),
  };
}
