/** A source's description of itself, for people. */

/** A note of a source: what it is, and how it is read. */
export interface SourceNote {
  /** The origin of the bytes: a URL or a path, `stream`, `response`, `file handle`. */
  readonly what: string;
  /** `ranges`: only what a read needs. `whole`: all bytes were read when the source was opened, and are in memory. */
  readonly access: 'ranges' | 'whole';
  /** Why it is read whole, where ranges would be expected: `the server ignores range requests`. */
  readonly why?: string;
}
