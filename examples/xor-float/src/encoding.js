/**
 * XOR_FLOAT stores the bits in which each number differs from the one before, like the float compression of Gorilla
 * (Pelkonen et al., VLDB 2015, section 4.1.2).
 *
 *   page     first value | step | step | ... | zeros up to a whole byte          most significant bit first
 *   first    its 64 (DOUBLE) or 32 (FLOAT) bits
 *   step     0                                                 repeats the previous value
 *            1 0 | bits                                        the differing bits, in the previous step's window
 *            1 1 | leading:5 | length - 1:6 (FLOAT 5) | bits   a new window, then the bits in it
 *
 * A window is the range of bits in which two values may differ: it starts after `leading` equal bits and has `length` bits. All bits after
 * the window are equal.
 */
import { defineEncoding, ParquetError, PhysicalType } from '@marquetry/core';
import { decodeXor } from './decoder.js';
import { encodeXor } from './encoder.js';

/** An id that the format does not use. Readers of the file must register the encoding under the same id. */
const id = 200;

/** @param {import('@marquetry/core').ColumnType} column */
function supports({ type }) {
  return type === PhysicalType.DOUBLE || type === PhysicalType.FLOAT;
}

/** @param {import('@marquetry/core').ColumnType} column */
function requireSupported(column) {
  if (!supports(column)) throw new ParquetError('INVALID_ARGUMENT', 'XOR_FLOAT holds FLOAT and DOUBLE');
}

/**
 * XOR_FLOAT (id 200) for FLOAT and DOUBLE. `read` copies; `skip` decodes, but writes nothing. The encoder takes no options,
 * and its `byteLength` is exact.
 */
export const xorFloat = defineEncoding({
  contract: 1,
  id,
  name: 'XOR_FLOAT',
  usesDictionary: false,
  supports,
  decoder: (bytes, context) => {
    requireSupported(context.column);
    return decodeXor(bytes, context);
  },
  encoder: (column) => {
    requireSupported(column);
    return encodeXor(column);
  },
});
