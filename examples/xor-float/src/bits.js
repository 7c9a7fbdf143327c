/**
 * Reads and writes bits, most significant first.
 */
import { ParquetError } from '@marquetry/core';

/**
 * Reads the bits of `bytes` in order.
 * @param {Uint8Array} bytes
 */
export function createBitReader(bytes) {
  let at = 0;
  let used = 0; // bits of bytes[at]
  return {
    /**
     * Returns the next `count` bits, 1 to 32, as an unsigned number.
     * @param {number} count
     */
    read(count) {
      let value = 0;
      for (let left = count; left > 0; ) {
        const byte = bytes[at];
        if (byte === undefined) throw new ParquetError('TRUNCATED', 'XOR_FLOAT values end early', { offset: at });
        const taken = Math.min(left, 8 - used);
        value = (value << taken) | ((byte >>> (8 - used - taken)) & ((1 << taken) - 1));
        left -= taken;
        used += taken;
        if (used === 8) {
          used = 0;
          at++;
        }
      }
      return value >>> 0;
    },
    /** The offset of the byte that contains the next unread bit. Errors state this offset. */
    get offset() {
      return at;
    },
  };
}

/** Appends bits to a growing array of bytes. */
export function createBitWriter() {
  let bytes = new Uint8Array(256);
  let at = 0;
  let used = 0; // bits of bytes[at]
  return {
    /**
     * Appends the lower `count` bits of `value`, 1 to 32.
     * @param {number} value
     * @param {number} count
     */
    write(value, count) {
      if (at + 5 > bytes.length) {
        const grown = new Uint8Array(2 * bytes.length);
        grown.set(bytes);
        bytes = grown;
      }
      for (let left = count; left > 0; ) {
        const taken = Math.min(left, 8 - used);
        const part = (value >>> (left - taken)) & ((1 << taken) - 1);
        bytes[at] = (bytes[at] ?? 0) | (part << (8 - used - taken));
        left -= taken;
        used += taken;
        if (used === 8) {
          used = 0;
          at++;
        }
      }
    },
    get byteLength() {
      return at + (used > 0 ? 1 : 0);
    },
    finish() {
      return bytes.slice(0, this.byteLength);
    },
  };
}
