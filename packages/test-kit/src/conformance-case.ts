/**
 * A case of a conformance suite.
 */

/** Tests one property on one page. `run` throws an Error if the property does not hold. */
export interface ConformanceCase {
  readonly name: string;
  run(): void;
}
