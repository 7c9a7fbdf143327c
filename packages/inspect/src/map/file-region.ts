/** A part of a file. */
export type FileRegionKind =
  | 'magic'
  | 'column-chunk'
  | 'column-index'
  | 'offset-index'
  | 'bloom-filter'
  | 'footer'
  | 'footer-length'
  | 'unaccounted';

/** A range of bytes of a file, and the part of the file that it stores. */
export interface FileRegion {
  /**
   * `unaccounted` for bytes that no part claims: padding, unknown parts, and chunks whose position is encrypted. Some writers repeat the metadata of
   * each chunk after its pages. No reader uses that copy, so it is unaccounted too.
   */
  readonly kind: FileRegionKind;
  /** File offset of the first byte. */
  readonly offset: number;
  readonly byteLength: number;
  /** Ordinal of the row group; undefined for parts that belong to no column chunk. */
  readonly rowGroup?: number | undefined;
  /** Index of the leaf in `schema.leaves`; undefined for parts that belong to no column chunk. */
  readonly column?: number | undefined;
}

/**
 * A part of a column chunk that is not in {@link fileMap}, or not as the footer states it:
 *
 * - `overlap`: another part claims some of its bytes. The map gives them to the part that starts later.
 * - `outside`: it reaches beyond the bytes between the file's first four and its footer. The map has the part within.
 * - `locked`: the metadata of the chunk is encrypted, and its column was not unlocked. See `file.unlock`.
 * - `external`: the chunk is in another file.
 * - `unreadable`: the metadata of the chunk is missing, or exceeds a limit of the file.
 */
export interface MisplacedRegion extends FileRegion {
  readonly kind: 'column-chunk' | 'column-index' | 'offset-index' | 'bloom-filter';
  /** As stated by the footer; may be negative, or beyond the end of the file. 0 if it is unknown. */
  readonly offset: number;
  /** As stated by the footer; 0 if it is unknown. */
  readonly byteLength: number;
  readonly rowGroup: number;
  readonly column: number;
  readonly why: 'overlap' | 'outside' | 'locked' | 'external' | 'unreadable';
}
