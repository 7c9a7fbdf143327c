declare module '*/word-stream.mjs' {
  /** A stream that says one word of the dictionary; see the script. */
  export function wordStream(length: number, id: number, size: number): Uint8Array;
}
declare module '*/make-words.mjs' {
  /** The text of src/generated/words.ts. */
  export function makeWords(): string;
}
