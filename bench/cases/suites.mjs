// The page-level benchmark cases by subject. The values of a case are checked when the case is created.
export const suites = {
  'bit-unpack': async () => (await import('./bit-unpack.mjs')).bitUnpack(),
  delta: async () => (await import('./delta.mjs')).deltas(),
  levels: async () => (await import('./levels.mjs')).definitionLevels(),
  'byte-stream-split': async () => (await import('./byte-stream-split.mjs')).splitStreams(),
  'byte-arrays': async () => (await import('./byte-arrays.mjs')).byteArrays(),
  'page-header': async () => (await import('./page-header.mjs')).pageHeaders(),
  'optional-int64': async () => (await import('./optional-int64.mjs')).optionalInt64(),
};
