/**
 * A case of the codec suite.
 */

/** Tests one property on one page. */
export interface CodecCase {
  readonly name: string;
  run(): void;
}
