/**
 * Fetches page indexes and Bloom filters together, and caches their bytes, because page indexes are used twice: to plan
 * a scan and to read its pages.
 */
import { type ByteSource, keptBytes, type PlannedSource, type StoredBytes } from '@marquetry/file';

export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** A source that caches the ranges passed to `load`. All other reads are forwarded to the file's source. */
export interface MetadataSource extends ByteSource {
  /**
   * Fetches the ranges that are not cached, concurrently, and returns the bytes of each range in the order of `ranges`.
   * Also fetches and caches `others`, but never in the same request as one of `ranges`.
   */
  load(ranges: readonly ByteRange[], others?: readonly ByteRange[]): Promise<readonly Uint8Array[]>;
  /** Total size of the loaded ranges, in bytes. */
  readonly loadedBytes: number;
  /** Empties the cache of fetched metadata. */
  forget(): void;
}

/**
 * Creates a source that caches metadata.
 * @param indexes Page indexes that were read together with the footer. They are not fetched again.
 */
export function createMetadataSource(
  source: PlannedSource,
  indexes: StoredBytes | undefined,
  signal: AbortSignal | undefined,
): MetadataSource {
  /**
   * The cached bytes by offset. Each range is a complete structure, such as an index, and is always read as a whole.
   */
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
    load: async (ranges, others = []) => {
      const isMissing = (range: ByteRange): boolean => known(range) === undefined;
      const missing = ranges.filter(isMissing);
      const missingToo = others.filter(isMissing);
      const announced = [source.announce(missing), source.announce(missingToo)];
      await Promise.all(
        [...missing, ...missingToo].map(async ({ offset, length }) => {
          const bytes = await source.read(offset, length, signal);
          // Cache a copy, because a view would keep the buffer of a larger read alive.
          loaded.set(offset, source.sharesMemory === true ? bytes : bytes.slice());
          loadedBytes += length;
        }),
      );
      for (const each of announced) each.end(true);
      return ranges.map((range) => known(range) ?? new Uint8Array(0));
    },
    forget: () => loaded.clear(),
  };
}
