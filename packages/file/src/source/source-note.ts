/** The type of a source's property `about`, which describes the source for users. */

/** Describes a source: its origin, and how it is read. */
export interface SourceNote {
  /** The origin of the bytes: a URL or a path, `stream`, `response`, `file handle`. */
  readonly what: string;
  /**
   * `ranges` if each read fetches only the bytes that it needs; `whole` if all bytes were read when the source was
   * opened and are in memory.
   */
  readonly access: 'ranges' | 'whole';
  /**
   * The reason why the source was read completely, if reading ranges was expected: for example, `the server ignores
   * range requests`.
   */
  readonly why?: string;
}
