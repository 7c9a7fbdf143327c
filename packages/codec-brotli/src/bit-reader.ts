/**
 * Bits of a Brotli stream, the low bit of a byte first.
 */
import { ParquetError } from '@marquetry/core';

/**
 * `hold` has the next `count` bits, at most 31, in its low bits. What stands above them is either 0 or already the right
 * bits. Behind the end of the bytes come zero bits; {@link BitReader.overrun} tells.
 */
export class BitReader {
  readonly bytes: Uint8Array;
  private readonly view: DataView;
  /** The first byte of which not all bits are among the `count`. */
  position = 0;
  hold = 0;
  count = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Makes `count` at least 24. */
  refill(): void {
    if (this.bytes.length - this.position >= 4) {
      this.hold |= this.view.getInt32(this.position, true) << this.count;
      this.position += (31 - this.count) >> 3;
      this.count |= 24;
      return;
    }
    for (; this.count < 24; this.count += 8) this.hold |= (this.bytes[this.position++] ?? 0) << this.count;
  }

  /** The next `width` bits, at most 24. */
  take(width: number): number {
    if (this.count < width) this.refill();
    const bits = this.hold & ((1 << width) - 1);
    this.drop(width);
    return bits;
  }

  drop(width: number): void {
    // `| 0` keeps the field an int32, where engines would store a double.
    this.hold = (this.hold >>> width) | 0;
    this.count -= width;
  }

  /** Goes to the next whole byte, which {@link position} is then. False when the bits between are not 0. */
  align(): boolean {
    const zero = this.take(this.count & 7) === 0;
    this.position -= this.count >> 3;
    this.hold = 0;
    this.count = 0;
    return zero;
  }

  /** Whether bits were taken that the bytes do not have. */
  overrun(): boolean {
    return this.position - (this.count >> 3) > this.bytes.length;
  }

  /** The error for what was read: bits that do not exist explain any fault. */
  fault(reason: string): ParquetError {
    return this.overrun()
      ? new ParquetError('TRUNCATED', 'Brotli stream is cut', { offset: this.bytes.length })
      : new ParquetError('CORRUPT', reason, { offset: this.position - (this.count >> 3) });
  }
}
