declare module 'lz4js' {
  const lz4js: {
    compress(raw: Uint8Array): Uint8Array;
    decompress(packed: Uint8Array): Uint8Array;
    compressBlock(raw: Uint8Array, into: Uint8Array, from: number, length: number, table: Uint32Array): number;
    decompressBlock(packed: Uint8Array, into: Uint8Array, from: number, length: number, at: number): number;
  };

  // biome-ignore lint/style/noDefaultExport: the library has a default export
  export { lz4js as default };
}
