/** Replaces `@marquetry/simd` if all tests run with the JavaScript kernels, which `MARQUETRY_KERNELS=javascript` selects. */
import { javascriptKernels } from '@marquetry/bit-io';
import type { Kernels } from '@marquetry/core';

export async function loadSimdKernels(): Promise<Kernels> {
  return javascriptKernels;
}

export function createSimdKernels(): Kernels {
  return javascriptKernels;
}
