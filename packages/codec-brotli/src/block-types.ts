/**
 * The types of one kind of symbol, and the blocks in which they change (RFC 7932, section 6).
 */
import type { BitReader } from './bit-reader.js';
import type { PrefixCode } from './prefix-code.js';
import { readPrefixCode } from './prefix-code-reader.js';
import { blockCounts, readRanged } from './ranges.js';

/** The type in force, of `count`, and how long it is. */
export class BlockTypes {
  readonly count: number;
  type = 0;
  /** Symbols left in this block. */
  left: number = 1 << 24;
  private previous = 1;
  private readonly typeCode: PrefixCode | undefined;
  private readonly countCode: PrefixCode | undefined;

  /** Reads what a meta-block's header says of them. */
  constructor(reader: BitReader) {
    this.count = readCount(reader);
    if (this.count < 2) return;
    this.typeCode = readPrefixCode(reader, this.count + 2);
    this.countCode = readPrefixCode(reader, blockCounts.base.length);
    this.left = readRanged(reader, blockCounts, this.countCode.read(reader));
  }

  /** Goes to the next block. */
  change(reader: BitReader): void {
    if (this.typeCode === undefined || this.countCode === undefined) {
      throw reader.fault('Brotli block outlasts its meta-block');
    }
    const symbol = this.typeCode.read(reader);
    let next = symbol - 2;
    if (symbol === 0) next = this.previous;
    else if (symbol === 1) next = this.type + 1;
    this.previous = this.type;
    this.type = next >= this.count ? next - this.count : next;
    this.left = readRanged(reader, blockCounts, this.countCode.read(reader));
  }
}

/** 1 to 256, as numbers of types and of codes stand. */
export function readCount(reader: BitReader): number {
  if (reader.take(1) === 0) return 1;
  const width = reader.take(3);
  return 1 + (1 << width) + reader.take(width);
}
