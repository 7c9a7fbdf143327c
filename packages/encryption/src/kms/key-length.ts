/** Lengths of keys that were unwrapped. */
import { ParquetError } from '@marquetry/core';
import { keyLengths } from '../keys.js';

/** @throws ParquetError CORRUPT unless a key can have this many bytes. */
export function requireKeyLength(length: number): void {
  if (keyLengths.includes(length)) return;
  throw new ParquetError('CORRUPT', `the key material has a key of ${length} bytes: keys have 16, 24 or 32`);
}
