declare module 'snappyjs' {
  const snappyjs: { compress(raw: Uint8Array): Uint8Array; uncompress(packed: Uint8Array): Uint8Array };

  // biome-ignore lint/style/noDefaultExport: it is the library's
  export { snappyjs as default };
}
