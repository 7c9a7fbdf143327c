/** The types of Temporal objects, which also compile in programs without the type definitions of Temporal. */

/**
 * The type `Temporal.<Name>` if the program is compiled with the type definitions of Temporal, otherwise a minimal
 * substitute.
 */
export type TemporalObject<Name extends string> = typeof globalThis extends {
  readonly Temporal: { readonly [Each in Name]: { readonly prototype: infer Instance } };
}
  ? Instance
  : TextOfTime;

/** The members of a Temporal object that can be declared without its type definitions. */
interface TextOfTime {
  readonly [Symbol.toStringTag]: string;
  toString(): string;
  toJSON(): string;
}
