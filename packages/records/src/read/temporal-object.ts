/**
 * Types of Temporal, for programs that are compiled with them and for others.
 */

/** A type of Temporal, where the program is compiled with its types. */
export type TemporalObject<Name extends string> = typeof globalThis extends {
  readonly Temporal: { readonly [Each in Name]: { readonly prototype: infer Instance } };
}
  ? Instance
  : TextOfTime;

/** What is known of an object of Temporal without its types. */
interface TextOfTime {
  readonly [Symbol.toStringTag]: string;
  toString(): string;
  toJSON(): string;
}
