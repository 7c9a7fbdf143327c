/** The pages of a copied chunk: where they are in the source and in the new file. */

import { dataPageInfo, type PageHeader } from '@marquetry/page';
import type { LeafNode } from '@marquetry/schema';

/** A page that has been copied. */
export interface CopiedPage {
  readonly header: PageHeader;
  /** File offset of the page in the source. */
  readonly sourceOffset: number;
  /** Size of the page in the source, including its header and what encryption added. */
  readonly sourceBytes: number;
  /** File offset of the page in the new file. */
  readonly offset: number;
  /** Size of the copied header and body. */
  readonly byteLength: number;
  /** Size of the header and the uncompressed body. */
  readonly uncompressedBytes: number;
}

/** The pages of a chunk, after they have been copied. */
export interface CopiedPages {
  readonly pages: readonly CopiedPage[];
  /** True if no page was left out. */
  readonly isWhole: boolean;
}

/**
 * True if the page is copied. Data pages without slots are left out (page-indexes.ts explains why). A chunk without rows keeps its only page.
 */
export function isCopied(header: PageHeader, { rowCount }: { readonly rowCount: number }): boolean {
  return rowCount === 0 || dataPageInfo(header)?.slotCount !== 0;
}

/**
 * Returns the number of rows that start in a page, from its header. Undefined for v1 pages of repeated columns, whose
 * headers do not state that number.
 */
export function rowsOf(header: PageHeader, { maxRepetitionLevel }: LeafNode): number | undefined {
  const info = dataPageInfo(header);
  return maxRepetitionLevel === 0 ? info?.slotCount : info?.rowCount;
}
