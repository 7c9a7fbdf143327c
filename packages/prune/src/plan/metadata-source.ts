/**
 * The bytes of indexes and filters: fetched together, and kept, as the plan and the reading of pages both look at them.
 */
import { type ByteSource, keptBytes, type PlannedSource, type StoredBytes } from '@marquetry/file';

export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** A source that caches the ranges that were loaded, and reads all others from another source. */
export interface MetadataSource extends ByteSource {
  /** Fetches ranges that are not there yet, side by side; gives the bytes of each, in the order of the ranges. */
  load(ranges: readonly ByteRange[]): Promise<readonly Uint8Array[]>;
  /** Number of bytes loaded. */
  readonly loadedBytes: number;
  /** Drops all loaded bytes. */
  forget(): void;
}

/** @param indexes page indexes that came with the footer: they are there already. */
export function createMetadataSource(
  source: PlannedSource,
  indexes: StoredBytes | undefined,
  signal: AbortSignal | undefined,
): MetadataSource {
  /** By offset. Ranges are those of whole structures, so that whoever wants one asks for the same bytes. */
  const loaded = new Map<number, Uint8Array>();
  let loadedBytes = 0;
  const known = ({ offset, length }: ByteRange): Uint8Array | undefined => {
    const bytes = loaded.get(offset);
    return bytes !== undefined && bytes.length >= length
      ? bytes.subarray(0, length)
      : keptBytes(indexes, offset, length);
  };
  return {
    byteLength: source.byteLength,
    ...(source.sharesMemory !== undefined && { sharesMemory: source.sharesMemory }),
    ...(source.isPlanned !== undefined && { isPlanned: source.isPlanned }),
    ...(source.readNow !== undefined && { readNow: (offset, length) => source.readNow?.(offset, length) }),
    get loadedBytes(): number {
      return loadedBytes;
    },
    read: async (offset, length, abort) => known({ offset, length }) ?? source.read(offset, length, abort),
    load: async (ranges) => {
      const missing = ranges.filter((range) => known(range) === undefined);
      const announced = source.announce(missing);
      await Promise.all(
        missing.map(async ({ offset, length }) => {
          const bytes = await source.read(offset, length, signal);
          // What is fetched with it takes no memory for as long as it is kept.
          loaded.set(offset, source.sharesMemory === true ? bytes : bytes.slice());
          loadedBytes += length;
        }),
      );
      announced.end(true);
      return ranges.map((range) => known(range) ?? new Uint8Array(0));
    },
    forget: () => loaded.clear(),
  };
}
