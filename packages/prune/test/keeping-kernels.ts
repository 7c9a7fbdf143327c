import { compareBelow, javascriptKernels, keepWords } from '@marquetry/bit-io';
import type { ColumnKernels } from '@marquetry/core';

/** Kernels that return the values that pass, like the WebAssembly kernels. */
export const keepingKernels: ColumnKernels = {
  ...javascriptKernels,
  compareBelow: (type, limit, flip, source, from, count, bits) => {
    const unit = type === 'int64' || type === 'double' ? 2 : 1;
    compareBelow(type, limit, flip, source, from, count, bits);
    const target = new Int32Array(unit * (count + 1));
    return target.subarray(0, unit * keepWords(source, unit, from, bits, 0, count, target, 0));
  },
};
