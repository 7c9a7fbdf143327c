declare module '*/make-webassembly.mjs' {
  /** Returns the text of src/generated/webassembly.ts. */
  export function makeWebAssembly(): string;
}
