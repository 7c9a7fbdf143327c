/** Checks the lengths of keys that a service has unwrapped. */
import { ParquetError } from '@marquetry/core';
import { keyLengths } from '../keys.js';

/** Checks the length of a key. @throws ParquetError CORRUPT unless it is 16, 24 or 32 bytes. */
export function requireKeyLength(length: number): void {
  if (keyLengths.includes(length)) return;
  throw new ParquetError('CORRUPT', `a key in the key material must have 16, 24 or 32 bytes, got ${length}`);
}
