/**
 * ALP: stores floating-point numbers with few decimal digits as integers (AlpEncoding.md of parquet-format).
 *
 *   page     header | offsets of the vectors | vector | vector ...                    see page.ts
 *   vector   exponent, factor, smallest integer | packed integers | exceptions        see vector.ts
 *
 * A value is `integer * 10^factor * 10^-exponent`: two multiplications in the precision of the type. If the result
 * differs from the value in any bit, the value is an exception, which is stored unchanged:
 *
 *   values   19.99  5.25  NaN  7.5        exponent 2, factor 0
 *   integers  1999   525    *  750        * NaN is an exception; another integer fills its place
 */
import { javascriptKernels } from '@marquetry/bit-io';
import { EncodingId, type Kernels, ParquetError, PhysicalType, type WritableEncoding } from '@marquetry/core';
import { decodeVectors } from './decoder.js';
import { encodeVectors } from './encoder.js';

/** Creates {@link alp} with the given kernels instead of the default ones. */
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
      if (!supports(context.column)) throw new ParquetError('INVALID_ARGUMENT', 'ALP requires FLOAT or DOUBLE');
      return decodeVectors(bytes, context, kernels);
    },
    encoder: (column, options) => {
      if (!supports(column)) throw new ParquetError('INVALID_ARGUMENT', 'ALP requires FLOAT or DOUBLE');
      return encodeVectors(column, kernels, options);
    },
  };
}

/**
 * ALP (id 10) for FLOAT and DOUBLE: compact if values are decimals with few digits, such as prices and measurements.
 * The format calls ALP a preview, so `standardEncodings` of `@marquetry/encodings` does not contain it, and writers use
 * it only for columns for which you select it.
 *
 * `read` and `readInto` copy values. `skip` does not read the vectors that it skips. The encoder accepts
 * {@link AlpOptions}; its `byteLength` is an upper bound.
 */
export const alp: WritableEncoding = /* @__PURE__ */ createAlp(javascriptKernels);
