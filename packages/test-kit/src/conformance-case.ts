/**
 * A case of a conformance suite.
 */

/** One property of one page. `run` throws an Error where it does not hold. */
export interface ConformanceCase {
  readonly name: string;
  run(): void;
}
