/** The type of a conformance case for encodings. */

/** A case that tests one property of an encoding with one page. `run` throws an Error if the property does not hold. */
export interface ConformanceCase {
  readonly name: string;
  run(): void;
}
