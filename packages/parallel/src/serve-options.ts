import type { CodecRegistry, EncodingRegistry, Kernels } from '@marquetry/core';

/** What a worker reads and writes with: plug-ins are objects with functions, which no message can carry. */
export interface ServeTasksOptions {
  readonly encodings: EncodingRegistry;
  readonly codecs: CodecRegistry;
  /** Default: the JavaScript kernels. */
  readonly kernels?: Kernels;
}
