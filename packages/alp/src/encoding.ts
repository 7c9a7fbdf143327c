/**
 * ALP: floating point numbers that are decimals, as integers (AlpEncoding.md of parquet-format).
 *
 *   page     header | offsets of the vectors | vector | vector ...        see page.ts
 *   vector   exponent, factor, least integer | packed integers | exceptions        see vector.ts
 *
 * A value is `integer * 10^factor * 10^-exponent`: two multiplications in the precision of the type. What that does not
 * give bit by bit is an exception, kept as it is.
 */
import { javascriptKernels } from '@marquetry/bit-io';
import { EncodingId, type Kernels, ParquetError, PhysicalType, type WritableEncoding } from '@marquetry/core';
import { decodeVectors } from './decoder.js';
import { encodeVectors } from './encoder.js';

/** ALP (id 10) over other kernels. */
export function createAlp(kernels: Kernels): WritableEncoding {
  const supports: WritableEncoding['supports'] = ({ type }) =>
    type === PhysicalType.FLOAT || type === PhysicalType.DOUBLE;
  return {
    contract: 1,
    id: EncodingId.ALP,
    name: 'ALP',
    usesDictionary: false,
    supports,
    decoder: (bytes, context) => {
      if (!supports(context.column)) throw new ParquetError('INVALID_ARGUMENT', 'ALP holds FLOAT and DOUBLE');
      return decodeVectors(bytes, context, kernels);
    },
    encoder: (column, options) => {
      if (!supports(column)) throw new ParquetError('INVALID_ARGUMENT', 'ALP holds FLOAT and DOUBLE');
      return encodeVectors(column, kernels, options);
    },
  };
}

/**
 * ALP (id 10) for FLOAT and DOUBLE: small where values are decimals of few digits, as prices and measurements are. A
 * preview of the format: written only where it is asked for, and not in the standard set.
 *
 * `read` and `readInto` copy. `skip` costs nothing: vectors skipped are not looked at. The encoder heeds
 * {@link AlpOptions}; its `byteLength` is an upper bound.
 */
export const alp: WritableEncoding = /* @__PURE__ */ createAlp(javascriptKernels);
