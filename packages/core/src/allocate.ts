/**
 * Memory for decoded values and pages.
 */
import { ParquetError } from './errors.js';

/**
 * Zero-filled bytes of an ArrayBuffer of their own.
 * @throws ParquetError LIMIT where the engine has no memory for so many.
 */
export function allocateBytes(byteLength: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(byteLength);
  } catch (error) {
    throw new ParquetError(
      'LIMIT',
      `${byteLength} bytes are more than the engine has memory for`,
      {},
      { cause: error },
    );
  }
}
