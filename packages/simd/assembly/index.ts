/**
 * The exports of the WebAssembly module. Its memory is imported. It allocates nothing, and the code in `src/` checks
 * all addresses.
 *
 * Exported names do not compress well, so they are letters. `src/webassembly.ts` lists the functions in the same order.
 */
export { alpDoubles as a, alpFloats as b } from './alp';
export { compare as c } from './compare';
export { crc32 as d } from './crc32';
export { blocks as e, packBlocks as f } from './deltas';
export { fronts as g } from './fronts';
export { copyBytes as h, gather32 as i, gather64 as j, gatherBytes as k, largest as l } from './gather';
export { keep as m, lists as n, nulls as o } from './layers';
export { lz4 as p, snappy as q } from './lz';
export { pack as r } from './pack';
export { runs as s } from './runs';
export { spread as t } from './spread';
export { copyApart as u, join4 as v, join4Apart as w, join8 as x, split4 as y } from './streams';
export { unpack as z } from './unpack';
