/**
 * Replaces `@marquetry/simd` when all tests run with the JavaScript kernels: `MARQUETRY_KERNELS=javascript`.
 */
import { javascriptKernels } from '@marquetry/bit-io';
import type { Kernels } from '@marquetry/core';

export async function loadSimdKernels(): Promise<Kernels> {
  return javascriptKernels;
}

export function createSimdKernels(): Kernels {
  return javascriptKernels;
}
