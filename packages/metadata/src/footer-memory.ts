/**
 * How much memory a footer that was read keeps alive.
 */
import type { FileMetaData } from './file-meta-data.js';
import { columnCountOf } from './row-group.js';

/** Estimates in bytes. */
export interface FooterMemory {
  /** After reading: the footer's bytes, the schema elements with their tree, and an index of the chunks. */
  readonly opened: number;
  /** The same once every column chunk was looked at: parsed chunks stay. */
  readonly parsed: number;
}

// Heap bytes per object with all that it holds, measured on V8 and rounded up.
const elementBytes = 512;
const rowGroupBytes = 256;
const chunkBytes = 1024;
/** A chunk's place: 32 bits in an array that may be half empty. */
const placeBytes = 8;

/** Estimates what `metadata`, read from `byteLength` bytes, keeps alive; bounds of statistics share those bytes. */
export function footerMemoryOf(metadata: FileMetaData, byteLength: number): FooterMemory {
  const { schema, rowGroups } = metadata;
  const chunkCount = rowGroups.reduce((sum, group) => sum + columnCountOf(group), 0);
  const opened = byteLength + elementBytes * schema.length + rowGroupBytes * rowGroups.length + placeBytes * chunkCount;
  return { opened, parsed: opened + chunkBytes * chunkCount };
}
