/** The type of a conformance case for codecs. */

/** A case that tests one property of a codec with one page. */
export interface CodecCase {
  readonly name: string;
  run(): void;
}
