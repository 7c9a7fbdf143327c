/**
 * A case of the codec suite.
 */

/** One property of one page. */
export interface CodecCase {
  readonly name: string;
  run(): void;
}
