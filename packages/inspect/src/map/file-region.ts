/** The kinds of regions in the map of a file. */
export type FileRegionKind =
  | 'magic'
  | 'column-chunk'
  | 'column-index'
  | 'offset-index'
  | 'bloom-filter'
  | 'footer'
  | 'footer-length'
  | 'unaccounted';

/** A range of bytes of a file, and the kind of part that it stores. */
export interface FileRegion {
  /**
   * `unaccounted` for bytes that do not belong to a known part: padding, unknown structures, and chunks whose position is encrypted. Some writers
   * repeat the metadata of each chunk after its pages. Readers do not use that copy, so its bytes are `unaccounted` too.
   */
  readonly kind: FileRegionKind;
  /** File offset of the first byte. */
  readonly offset: number;
  readonly byteLength: number;
  /** Ordinal of the row group; undefined for parts that do not belong to a column chunk. */
  readonly rowGroup?: number | undefined;
  /** Index of the leaf in `schema.leaves`; undefined for parts that do not belong to a column chunk. */
  readonly column?: number | undefined;
}

/**
 * A part of a column chunk that {@link fileMap} omits or shows differently than the footer states:
 *
 * - `overlap`: it shares bytes with another part. The map assigns them to the part that starts later.
 * - `outside`: it extends into the first four bytes or the footer, or beyond the end of the file. The map shows the rest of it.
 * - `locked`: the metadata of the chunk is encrypted, and the column was not unlocked. See `file.unlock`.
 * - `external`: the chunk is in another file.
 * - `unreadable`: the metadata of the chunk is missing, or exceeds a limit of the file.
 */
export interface MisplacedRegion extends FileRegion {
  readonly kind: 'column-chunk' | 'column-index' | 'offset-index' | 'bloom-filter';
  /** The file offset that the footer states; may be negative, or beyond the end of the file. 0 if it is unknown. */
  readonly offset: number;
  /** The size in bytes that the footer states; 0 if it is unknown. */
  readonly byteLength: number;
  readonly rowGroup: number;
  readonly column: number;
  readonly why: 'overlap' | 'outside' | 'locked' | 'external' | 'unreadable';
}
