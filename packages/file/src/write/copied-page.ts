/** The pages of a copied chunk, with their positions in the source and in the new file. */

import { dataPageInfo, type PageHeader } from '@marquetry/page';
import type { LeafNode } from '@marquetry/schema';

/** A copied page. */
export interface CopiedPage {
  readonly header: PageHeader;
  /** File offset of the page in the source. */
  readonly sourceOffset: number;
  /** Size of the page in the source, including its header and the bytes that encryption added. */
  readonly sourceBytes: number;
  /** File offset of the page in the new file. */
  readonly offset: number;
  /** Size of header and body in the new file. */
  readonly byteLength: number;
  /** Size of the header and the uncompressed body. */
  readonly uncompressedBytes: number;
}

/** Number of bytes that V8 uses for a {@link CopiedPage} and its header, as measured and rounded up. */
export const pageMemoryBytes = 512;

/** The copied pages of a chunk. */
export interface CopiedPages {
  readonly pages: readonly CopiedPage[];
  /** True if all pages were copied. */
  readonly isWhole: boolean;
}

/**
 * True if the page is to be copied. Data pages without slots are not copied (page-indexes.ts explains why), unless the
 * chunk has no rows.
 */
export function isCopied(header: PageHeader, { rowCount }: { readonly rowCount: number }): boolean {
  return rowCount === 0 || dataPageInfo(header)?.slotCount !== 0;
}

/**
 * Returns the number of rows that start in a page, from its header. Returns undefined for v1 pages of repeated columns,
 * whose headers do not state this number.
 */
export function rowsOf(header: PageHeader, { maxRepetitionLevel }: LeafNode): number | undefined {
  const info = dataPageInfo(header);
  return maxRepetitionLevel === 0 ? info?.slotCount : info?.rowCount;
}
