/** Encodes DELTA_BINARY_PACKED values: one delta stream. */
import { type ColumnType, type Kernels, requireValues, type ValueEncoder } from '@marquetry/core';
import { blockShape, type DeltaOptions } from './options.js';
import { createStreamWriter } from './stream-writer.js';

export function encodeBinaryPacked(column: ColumnType, kernels: Kernels, options?: DeltaOptions): ValueEncoder {
  const stream = createStreamWriter(column.width === 4 ? 1 : 2, blockShape(options), kernels);
  return {
    get byteLength(): number {
      return stream.byteLength;
    },
    write(values, from, to): void {
      const { data } = requireValues(values, 'fixed', column, from, to);
      stream.write(new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2), from, to - from);
    },
    finish: () => stream.finish(),
  };
}
