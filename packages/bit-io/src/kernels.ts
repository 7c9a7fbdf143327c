/**
 * The kernels in JavaScript: the inner loops of the encodings. They work at any alignment, and never compile code from
 * strings.
 */
import { allocateBytes, type ColumnKernels, type Kernels } from '@marquetry/core';
import { unpackDelta32 } from './delta.js';
import { unpackDelta64 } from './delta64.js';
import { gather32, gather64, largestIndex } from './gather.js';
import { pack } from './pack.js';
import { joinStreams, splitStreams } from './streams.js';
import { unpack } from './unpack.js';

/** The kernels in JavaScript, which every encoding uses by default. */
export const javascriptKernels: Kernels = {
  contract: 1,
  name: 'javascript',
  allocate: allocateBytes,
  unpack,
  pack,
  unpackDelta32,
  unpackDelta64,
  joinStreams,
  splitStreams,
  gather32,
  gather64,
  largestIndex,
};

/**
 * The kernels needed to read columns and files. A bundle that uses only this object does not contain the other kernels.
 */
export const columnKernels: ColumnKernels = {
  contract: 1,
  name: 'javascript',
  allocate: allocateBytes,
  unpack,
  gather32,
  gather64,
  largestIndex,
};
