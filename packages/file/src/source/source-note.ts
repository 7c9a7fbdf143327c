/** The type that describes a source to human readers. */

/** Describes a source: its origin, and how it is read. */
export interface SourceNote {
  /** The origin of the bytes: a URL or a path, `stream`, `response`, `file handle`. */
  readonly what: string;
  /**
   * `ranges`: only the bytes that a read needs are read. `whole`: all bytes were read when the source was opened, and
   * are in memory.
   */
  readonly access: 'ranges' | 'whole';
  /**
   * The reason why the source is read completely, if reading ranges was expected: for example `the server ignores range
   * requests`.
   */
  readonly why?: string;
}
