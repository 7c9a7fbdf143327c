/** Decrypts modules (encrypted parts of a file). Errors state where in the file the module is. */
import { type ErrorPlace, ParquetError, withPlace } from '@marquetry/core';
import { type ModuleCipher, moduleLength } from './cipher.js';
import type { CipherMode } from './modules.js';

/**
 * Returns the given bytes, after checking that they are exactly one module.
 * @throws ParquetError CORRUPT if they are not.
 */
export function wholeModule(bytes: Uint8Array, mode: CipherMode, place: ErrorPlace): Uint8Array {
  const length = lengthAt(bytes, bytes.length, mode, place);
  if (length === bytes.length) return bytes;
  throw new ParquetError(
    'CORRUPT',
    `an encrypted module has ${length} bytes according to its length field, but is stored in ${bytes.length} bytes`,
    place,
  );
}

/**
 * Returns the length of the module at the start of `bytes`, as {@link moduleLength} does. Errors state where in the
 * file the module is.
 */
export function lengthAt(bytes: Uint8Array, available: number, mode: CipherMode, place: ErrorPlace): number {
  try {
    return moduleLength(bytes, 0, available, mode);
  } catch (error) {
    throw withPlace(error, place);
  }
}

/** Decrypts a module. @throws ParquetError CORRUPT if it is not authentic. */
export async function openModule(
  cipher: ModuleCipher,
  mode: CipherMode,
  module: Uint8Array,
  aad: Uint8Array,
  place: ErrorPlace,
): Promise<Uint8Array> {
  try {
    return cipher.now === undefined ? await cipher.open(mode, module, aad) : cipher.now.open(mode, module, aad);
  } catch (error) {
    throw withPlace(error, place);
  }
}
