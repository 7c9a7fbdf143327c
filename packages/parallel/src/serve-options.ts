import type { CodecRegistry, EncodingRegistry, Kernels } from '@marquetry/core';

/**
 * The encodings and codecs of a worker. Each worker needs its own, because objects with functions cannot be sent in
 * messages.
 */
export interface ServeTasksOptions {
  readonly encodings: EncodingRegistry;
  readonly codecs: CodecRegistry;
  /** The inner loops, for example the result of `createSimdKernels` (`@marquetry/simd`). Default: JavaScript. */
  readonly kernels?: Kernels;
}
