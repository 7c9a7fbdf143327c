/** The kernels in JavaScript: no generated code, any alignment, under 2 KB. */
import { allocateBytes, type ColumnKernels, type Kernels } from '@marquetry/core';
import { unpackDelta32 } from './delta.js';
import { unpackDelta64 } from './delta64.js';
import { gather32, gather64, largestIndex } from './gather.js';
import { pack } from './pack.js';
import { joinStreams, splitStreams } from './streams.js';
import { unpack } from './unpack.js';

/** The kernels in JavaScript: the default of every encoding. */
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

/** The kernels needed to read columns and files, so that a bundle has only these. */
export const columnKernels: ColumnKernels = {
  contract: 1,
  name: 'javascript',
  allocate: allocateBytes,
  unpack,
  gather32,
  gather64,
  largestIndex,
};
