/**
 * Reads the description of an object from the headers of a response.
 */

/** The description of an object in a store. */
export interface ObjectEntry {
  /** The key, without the `prefix` of the store. */
  readonly key: string;
  readonly byteLength: number;
  /**
   * The ETag of the object, including its quotes. Pass it to `source` as the `version` option. Undefined if the server
   * does not send or expose it.
   */
  readonly etag: string | undefined;
  readonly lastModified: Date | undefined;
}

/** Parses a date in a response. Returns undefined for text that is not a date. */
export function dateOf(text: string | null | undefined): Date | undefined {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
