/** Lists every codec in every variant, each with a function that creates streams for it. */
import * as zlib from 'node:zlib';
import type { Codec } from '@marquetry/core';
import { brotli as brotliLibrary } from '../../codec-brotli/src/index.js';
import { brotli as brotliNode } from '../../codec-brotli/src/index.node.js';
import { gzip as gzipJavaScript } from '../../codec-gzip/src/index.js';
import { gzip as gzipNode } from '../../codec-gzip/src/index.node.js';
import { lz4, lz4Raw } from '../../codec-lz4/src/index.js';
import { snappy } from '../../codec-snappy/src/index.js';
import { createLibraryCodec } from '../../codec-zstd/src/codec.js';
import { zstd as zstdNode } from '../../codec-zstd/src/index.node.js';
import { unpackWithJavaScript } from '../../codec-zstd/src/javascript.js';
import { loadWebAssembly } from '../../codec-zstd/src/webassembly.js';

export interface Variant {
  readonly codec: Codec;
  readonly compress: (raw: Uint8Array) => Uint8Array;
  /** True if streams have a checksum that the codec verifies, so that it must detect any corruption. */
  readonly checked?: boolean;
}

const own = (codec: Codec): Variant => ({
  codec,
  compress: (raw) => {
    if (codec.compress === undefined) throw new Error(`${codec.name} does not compress`);
    return codec.compress(raw);
  },
});

const zstdChecked = (raw: Uint8Array): Uint8Array =>
  zlib.zstdCompressSync(raw, { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } });

export const variants: Readonly<Record<string, Variant>> = {
  SNAPPY: own(snappy),
  LZ4: own(lz4),
  LZ4_RAW: own(lz4Raw),
  'GZIP in JavaScript': { ...own(gzipJavaScript), checked: true },
  'GZIP on Node': { ...own(gzipNode), checked: true },
  'BROTLI in WebAssembly': { codec: brotliLibrary, compress: own(brotliNode).compress },
  'BROTLI on Node': own(brotliNode),
  'ZSTD in JavaScript': {
    codec: createLibraryCodec(async () => unpackWithJavaScript),
    compress: own(zstdNode).compress,
  },
  'ZSTD in WebAssembly': { codec: createLibraryCodec(loadWebAssembly), compress: zstdChecked, checked: true },
  'ZSTD on Node': { codec: zstdNode, compress: zstdChecked, checked: true },
};
