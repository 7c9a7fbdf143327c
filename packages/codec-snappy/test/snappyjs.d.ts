declare module 'snappyjs' {
  const snappyjs: { compress(raw: Uint8Array): Uint8Array; uncompress(packed: Uint8Array): Uint8Array };

  // biome-ignore lint/style/noDefaultExport: the library has a default export
  export { snappyjs as default };
}
