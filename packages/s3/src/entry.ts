/**
 * The description of an object, from the headers of a response.
 */

/** An object of a store. */
export interface ObjectEntry {
  /** The key, without the `prefix` of the store. */
  readonly key: string;
  readonly byteLength: number;
  /** The version of the object, with its quotes, as `source` takes it. Undefined if the server does not state or expose it. */
  readonly etag: string | undefined;
  readonly lastModified: Date | undefined;
}

/** Parses the date of a response. Returns undefined for text that is not a date. */
export function dateOf(text: string | null | undefined): Date | undefined {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
