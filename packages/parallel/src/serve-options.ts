import type { CodecRegistry, EncodingRegistry, Kernels } from '@marquetry/core';

/** The plug-ins of a worker. They are objects with functions, which cannot be sent in messages. */
export interface ServeTasksOptions {
  readonly encodings: EncodingRegistry;
  readonly codecs: CodecRegistry;
  /** Default: the JavaScript kernels. */
  readonly kernels?: Kernels;
}
