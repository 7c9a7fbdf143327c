/** Types of Temporal, whether or not the program is compiled with its type definitions. */

/** A type of Temporal, if the program is compiled with its type definitions. */
export type TemporalObject<Name extends string> = typeof globalThis extends {
  readonly Temporal: { readonly [Each in Name]: { readonly prototype: infer Instance } };
}
  ? Instance
  : TextOfTime;

/** The members of a Temporal object that are known without its type definitions. */
interface TextOfTime {
  readonly [Symbol.toStringTag]: string;
  toString(): string;
  toJSON(): string;
}
