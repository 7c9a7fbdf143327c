/** Writes row groups to the file one after another, followed by the page indexes and the footer. */
import { withPlace } from '@marquetry/core';
import type { FileMetaData } from '@marquetry/metadata';
import { schemaElements } from '@marquetry/schema';
import { magic, type StoredRowGroup, writeFileEnd, writeRowGroup } from './file-end.js';
import type { WritePlan } from './options.js';
import type { Output } from './output.js';
import type { PendingChunk } from './placed-chunk.js';

export interface RowGroupStore {
  /** Number of rows written so far. */
  readonly rowCount: number;
  /** Writes a row group. Removes each chunk from `pending` once it is written, to free its memory. */
  store(pending: PendingChunk[], rowCount: number): Promise<void>;
  /** Writes the page indexes and the footer, and closes the sink. Returns the footer. */
  finish(): Promise<FileMetaData>;
}

export function createRowGroupStore(plan: WritePlan, output: Output, signal: AbortSignal): RowGroupStore {
  const { schema, columns, sortingColumns, createdBy, keyValueMetadata, encryptor, onProgress } = plan;
  const stored: StoredRowGroup[] = [];
  let rows = 0;
  const begin = async (): Promise<void> => {
    if (output.position === 0) await output.write(encryptor?.magic ?? magic);
  };
  return {
    get rowCount(): number {
      return rows;
    },
    async store(pending, rowCount) {
      await begin();
      const ordinal = stored.length;
      try {
        stored.push(await writeRowGroup(output, pending, { rowCount, ordinal, sortingColumns }, encryptor, signal));
      } catch (error) {
        throw withPlace(error, { rowGroup: ordinal });
      }
      signal.throwIfAborted();
      rows += rowCount;
      onProgress?.({ rowGroups: stored.length, rows, byteLength: output.position });
    },
    async finish() {
      await begin();
      const about = {
        schema: schemaElements(schema),
        createdBy,
        columnOrders: columns.map(({ columnOrder }) => columnOrder),
        ...(keyValueMetadata.length === 0 ? {} : { keyValueMetadata }),
      };
      const metadata = await writeFileEnd(output, stored, about, encryptor, signal);
      await output.close();
      return metadata;
    },
  };
}
