/**
 * Reads bytes at a position that only moves forwards. Skips the bodies of large pages, and reads small pages together:
 *
 *   large pages   [header]..................[header]..................[header]
 *   small pages   [header body header body header body header]
 */
import { type ByteSource, readExactly } from '@marquetry/file';

/** Bytes to read for one header, whose size is not known in advance. */
const headerBytes = 2 ** 10;
/** Maximum number of bytes to read ahead if pages are small. */
const mostAhead = 2 ** 18;
/** A page body larger than this is skipped instead of read, even if the source prefers fewer, larger reads. */
const mostGap = 2 ** 16;
const usualGap = 2 ** 14;

export class WalkedBytes {
  private readonly source: ByteSource;
  private readonly signal: AbortSignal | undefined;
  private readonly gap: number;
  /** File offset at which the walked range ends. */
  readonly end: number;
  private window: Uint8Array = new Uint8Array(0);
  private windowStart = 0;
  private ahead = headerBytes;

  constructor(source: ByteSource, end: number, signal: AbortSignal | undefined) {
    this.source = source;
    this.end = end;
    this.signal = signal;
    this.gap = Math.min(source.gap ?? usualGap, mostGap);
  }

  /** Returns the bytes that start at `offset`: at least `length`, unless `end` is nearer. May alias the source. */
  async at(offset: number, length: number = headerBytes): Promise<Uint8Array> {
    const wanted = Math.min(length, this.end - offset);
    const start = offset - this.windowStart;
    if (start < 0 || start + wanted > this.window.length) {
      const count = Math.min(Math.max(length, this.ahead), this.end - offset);
      this.window = await readExactly(this.source, offset, count, this.signal);
      this.windowStart = offset;
      return this.window;
    }
    return this.window.subarray(start);
  }

  /** Adjusts the number of bytes to read ahead: more after a small part, only the size of a header after a large part. */
  passed(byteLength: number): void {
    this.ahead = byteLength > this.gap ? headerBytes : Math.min(mostAhead, Math.max(2 ** 14, 2 * this.ahead));
  }

  /**
   * Calls `parse` with bytes that start at `offset`. If `parse` returns undefined because it needs more bytes, calls it again with more. `isAll` is
   * true if no more bytes are available.
   */
  async parsed<T>(
    offset: number,
    mostBytes: number,
    parse: (bytes: Uint8Array, isAll: boolean) => T | undefined,
  ): Promise<T | undefined> {
    const most = Math.min(mostBytes, this.end - offset);
    for (let wanted = headerBytes; ; wanted *= 8) {
      const bytes = await this.at(offset, Math.min(wanted, most));
      const result = parse(bytes, wanted >= most);
      if (result !== undefined || wanted >= most) return result;
    }
  }
}
