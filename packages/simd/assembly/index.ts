/**
 * The exports of the WebAssembly module. Its memory is imported. It allocates nothing, and the code in `src/` checks
 * all addresses.
 */
export { alpDoubles, alpFloats } from './alp';
export { compare } from './compare';
export { crc32 } from './crc32';
export { blocks } from './deltas';
export { fronts } from './fronts';
export { copyBytes, gather32, gather64, gatherBytes, largest } from './gather';
export { keep, lists, nulls } from './layers';
export { lz4, snappy } from './lz';
export { pack } from './pack';
export { levels, runs } from './runs';
export { spread } from './spread';
export { join1, join4, join4Apart, join8, split1, split4 } from './streams';
export { start, unpack } from './unpack';
