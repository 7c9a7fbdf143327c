// The built packages, as an application gets them.
export * as alp from '../packages/alp/dist/index.js';
export * as bitIo from '../packages/bit-io/dist/index.js';
export * as byteStreamSplit from '../packages/byte-stream-split/dist/index.js';
export * as core from '../packages/core/dist/index.js';
export * as delta from '../packages/delta/dist/index.js';
export * as encodings from '../packages/encodings/dist/index.js';
export * as file from '../packages/file/dist/index.node.js';
export * as levels from '../packages/levels/dist/index.js';
export * as metadata from '../packages/metadata/dist/index.js';
export * as plain from '../packages/plain/dist/index.js';
export * as rle from '../packages/rle/dist/index.js';
