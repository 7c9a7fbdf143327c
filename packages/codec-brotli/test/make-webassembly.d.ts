declare module '*/make-webassembly.mjs' {
  /** The text of src/generated/webassembly.ts. */
  export function makeWebAssembly(): string;
}
