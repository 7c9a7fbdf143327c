/**
 * The bytes at a position that only moves forwards. Bodies are skipped, and only small neighbours are read together:
 *
 *   large pages   [header]..................[header]..................[header]
 *   small pages   [header body header body header body header]
 */
import { type ByteSource, readExactly } from '@marquetry/file';

/** Bytes that are read for one header, whose size is unknown. */
const headerBytes = 2 ** 10;
/** The most bytes that are read ahead if pages are small. */
const mostAhead = 2 ** 18;
/** A body above this size is skipped, also if the source prefers to read more at once. */
const mostGap = 2 ** 16;
const usualGap = 2 ** 14;

export class WalkedBytes {
  private readonly source: ByteSource;
  private readonly signal: AbortSignal | undefined;
  private readonly gap: number;
  /** File offset at which the bytes end. */
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

  /** Returns the bytes from `offset` on: at least `length`, unless they end earlier. The result may alias the source. */
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

  /** Adapts to the size of the last page: more bytes are read ahead after small pages. */
  passed(byteLength: number): void {
    this.ahead = byteLength > this.gap ? headerBytes : Math.min(mostAhead, Math.max(2 ** 14, 2 * this.ahead));
  }

  /**
   * Calls `parse` with the bytes from `offset` on, and again with more bytes as long as it returns undefined, because they end too early.
   * `isAll` is true if no more bytes can be given.
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
