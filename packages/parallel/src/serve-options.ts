import type { CodecRegistry, EncodingRegistry, Kernels } from '@marquetry/core';

/**
 * The encodings and codecs that a worker uses. They must be passed in the worker, because objects with functions cannot
 * be sent in messages.
 */
export interface ServeTasksOptions {
  readonly encodings: EncodingRegistry;
  readonly codecs: CodecRegistry;
  /**
   * The kernels (the inner loops of decoders and encoders), such as the result of `createSimdKernels` from
   * `@marquetry/simd`. Default: kernels in JavaScript.
   */
  readonly kernels?: Kernels;
}
