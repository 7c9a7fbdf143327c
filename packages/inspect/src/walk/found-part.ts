/** The parts that are found by walking through the bytes of a file. */
import type { ParquetError } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';

/** A range of bytes of a file. */
interface FoundBytes {
  /** File offset of the first byte. */
  readonly offset: number;
  /** Size in bytes, not counting bytes that are missing because the walked range ends early. */
  readonly byteLength: number;
}

/** A page, found by its header. Its body has not been read. */
export interface FoundPage extends FoundBytes {
  readonly kind: 'page';
  /** The page header. It may alias the source. */
  readonly header: PageHeader;
  /** Size of the header in bytes. */
  readonly headerSize: number;
  /** Number of bytes of the body that lie beyond the end of the walked range; 0 for a whole page. */
  readonly missingBytes: number;
}

/** A part of a file that is not a page. */
export interface FoundStructure extends FoundBytes {
  /** `column-metadata` is the copy of a chunk's metadata that some writers store after its pages. */
  readonly kind:
    | 'magic'
    | 'column-metadata'
    | 'bloom-filter'
    | 'column-index'
    | 'offset-index'
    | 'footer'
    | 'footer-length';
  /** True if the walked range ends inside the part. */
  readonly isCut: boolean;
}

/** Bytes that are neither a page nor another part of a file. */
export interface FoundFault extends FoundBytes {
  readonly kind: 'fault';
  /** The reason why no page starts at `offset`. */
  readonly fault: ParquetError;
}

/** A part of a file that was found by walking through its bytes. */
export type FoundPart = FoundPage | FoundStructure | FoundFault;
