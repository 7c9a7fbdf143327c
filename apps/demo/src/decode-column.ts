/**
 * Decodes all pages of a column as an engine would: in order, into typed arrays.
 */
import type { LeafNode, ParquetFile } from 'marquetry';
import { createAggregate } from './aggregates/create-aggregate.js';
import { createDictionaryCounts } from './aggregates/dictionary-counts.js';
import type { Figures } from './figures.js';
import type { MeasuredSource } from './measured-source.js';
import { plainSize } from './plain-size.js';

export interface DecodedColumn {
  readonly leaf: LeafNode;
  readonly figures: Figures;
  /** Milliseconds spent on checksums, decompression, levels and values, but not on disk reads and aggregates. */
  readonly milliseconds: number;
  /** Size of the values in PLAIN encoding, in bytes. */
  readonly plainBytes: number;
}

export async function decodeColumn(
  file: ParquetFile,
  source: MeasuredSource,
  leaf: LeafNode,
  onPage: () => void,
): Promise<DecodedColumn> {
  const aggregate = createAggregate(leaf);
  const indices = createDictionaryCounts(aggregate);
  let values = 0;
  let nulls = 0;
  let plainBytes = 0;
  let milliseconds = 0;
  for (const rowGroup of file.metadata.rowGroups.keys()) {
    const pages = file.openPages({ rowGroup, column: leaf });
    for (;;) {
      const start = performance.now();
      const waited = source.waited;
      const next = await pages.next();
      if (next.done === true) break;
      const page = next.value.data?.page;
      const decoded = page?.values().read(page.valueCount);
      milliseconds += performance.now() - start - (source.waited - waited);
      onPage();
      if (page === undefined || decoded === undefined) continue;

      values += page.valueCount;
      nulls += page.nulls.nullCount;
      plainBytes += plainSize(decoded);
      if (decoded.layout === 'dictionary') indices.add(decoded);
      else aggregate.add(decoded);
    }
    indices.flush();
  }
  const figures = { values: `${values}`, nulls: `${nulls}`, ...aggregate.finish() };
  return { leaf, figures, milliseconds, plainBytes };
}
