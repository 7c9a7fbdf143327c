/**
 * The encodings and codecs that `rewrite` is asked for.
 */
import { CodecId } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { counted } from '../counted.js';
import { UsageError } from '../failure.js';
import { leavesOf } from '../option-values.js';
import { codecNamed, encodingNamed, onlyRead } from '../plug-in-names.js';

/** What options ask for columns, by their leaves. */
export interface Chosen<T> {
  readonly ids: ReadonlyMap<LeafNode, T>;
  /** What to tell the user. */
  readonly notes: readonly string[];
}

/**
 * The encodings asked for: `NAME` for every column that can hold it, `PATH=NAME` for those of a path. Columns that are not
 * named are chosen by size.
 * @throws UsageError for a name that is unknown, or a column named that cannot hold its encoding.
 */
export function chosenEncodings(file: ParquetFile, texts: readonly string[], { plugIns }: Context): Chosen<number> {
  const ids = new Map<LeafNode, number>();
  const notes: string[] = [];
  const split = texts.map((text) => {
    const at = text.lastIndexOf('=');
    return { path: at < 0 ? undefined : text.slice(0, at), encoding: encodingNamed(text.slice(at + 1), plugIns) };
  });
  for (const { path, encoding } of split) {
    if (path !== undefined) continue;
    const left = file.schema.leaves.filter((leaf) => !encoding.supports(leaf));
    for (const leaf of file.schema.leaves) if (encoding.supports(leaf)) ids.set(leaf, encoding.id);
    if (left.length === 0) continue;
    const names = left.map((leaf) => formatPath(leaf.path)).join(', ');
    notes.push(`${encoding.name} cannot hold ${counted(left.length, 'column')}: ${names}`);
  }
  // What is said of a column goes before what is said of all, whatever the order.
  for (const { path, encoding } of split) {
    if (path === undefined) continue;
    for (const leaf of leavesOf(file, [path])) {
      if (!encoding.supports(leaf)) {
        throw new UsageError(`the column ${formatPath(leaf.path)} cannot be encoded as ${encoding.name}`);
      }
      ids.set(leaf, encoding.id);
    }
  }
  return { ids, notes };
}

/** The codec that is asked for, or each column's own where that can be written. */
export function chosenCodecs(file: ParquetFile, name: string | undefined, { plugIns }: Context): Chosen<number> {
  const ids = new Map<LeafNode, number>();
  const notes = new Set<string>();
  const asked = name === undefined ? undefined : codecNamed(name, plugIns);
  for (const leaf of file.schema.leaves) {
    const present = file.metadata.rowGroups[0]?.columns[leaf.index]?.metaData?.codec ?? CodecId.SNAPPY;
    const written = present === CodecId.UNCOMPRESSED || plugIns.codecs.find(present)?.compress !== undefined;
    if (asked === undefined && !written) notes.add(`${onlyRead(present, plugIns)}; SNAPPY instead`);
    ids.set(leaf, asked ?? (written ? present : CodecId.SNAPPY));
  }
  return { ids, notes: [...notes] };
}
