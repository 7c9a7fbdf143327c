/**
 * The encodings and codecs that `rewrite` is asked for.
 */
import { refusalsOf } from '@marquetry/column-writer';
import { CodecId, type Encoding } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { columnChunkOf } from '@marquetry/metadata';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { counted } from '../counted.js';
import { UsageError } from '../failure.js';
import { leavesOf } from '../leaves-of.js';
import { codecNamed, encodingNamed, onlyRead } from '../plug-in-names.js';

/** What options ask for columns, by their leaves. */
export interface Chosen<T> {
  readonly ids: ReadonlyMap<LeafNode, T>;
  /** What to tell the user. */
  readonly notes: readonly string[];
}

/**
 * The encodings asked for: `NAME` for every column that can hold it and that other readers read in it, `PATH=NAME` for those of
 * a path. The default policy chooses for other columns.
 * @throws UsageError for a name that is unknown, or a named column that cannot hold its encoding.
 */
export function chosenEncodings(file: ParquetFile, texts: readonly string[], { plugIns }: Context): Chosen<number> {
  const ids = new Map<LeafNode, number>();
  const split = texts.map((text) => {
    const at = text.lastIndexOf('=');
    return { path: at < 0 ? undefined : text.slice(0, at), encoding: encodingNamed(text.slice(at + 1), plugIns) };
  });
  // Columns that are named go before all columns, whatever the order of the options.
  for (const { path, encoding } of split) {
    if (path === undefined) continue;
    for (const leaf of leavesOf(file, [path])) {
      if (!encoding.supports(leaf)) {
        throw new UsageError(`the column ${formatPath(leaf.path)} cannot be encoded as ${encoding.name}`);
      }
      ids.set(leaf, encoding.id);
    }
  }
  const notes: string[] = [];
  const unnamed = file.schema.leaves.filter((leaf) => !ids.has(leaf));
  for (const { path, encoding } of split) {
    if (path !== undefined) continue;
    const able = unnamed.filter((leaf) => encoding.supports(leaf));
    const unable = unnamed.filter((leaf) => !encoding.supports(leaf));
    const refused = able.filter((leaf) => refusersOf(encoding.id, leaf).length > 0);
    for (const leaf of able) if (!refused.includes(leaf)) ids.set(leaf, encoding.id);
    if (unable.length > 0) {
      notes.push(`${encoding.name} cannot hold ${counted(unable.length, 'column')}: ${pathsOf(unable)}`);
    }
    notes.push(...refusalNotes(encoding, refused));
  }
  return { ids, notes };
}

/** Readers that have the encoding, but not for the column's type. */
function refusersOf(encoding: number, leaf: LeafNode): readonly string[] {
  return refusalsOf(encoding, leaf).flatMap(({ scope, reader }) => (scope === 'type' ? [reader] : []));
}

/** A note for each set of readers. */
function refusalNotes({ id, name }: Encoding, leaves: readonly LeafNode[]): string[] {
  const refusers = (leaf: LeafNode): string => refusersOf(id, leaf).join(', ');
  return [...new Set(leaves.map(refusers))].map((readers) => {
    const columns = leaves.filter((leaf) => refusers(leaf) === readers);
    const what = `${name} passes over ${counted(columns.length, 'column')}, which ${readers} cannot read in it`;
    return `${what}: ${pathsOf(columns)} (to write one: --encoding PATH=${name})`;
  });
}

function pathsOf(leaves: readonly LeafNode[]): string {
  return leaves.map((leaf) => formatPath(leaf.path)).join(', ');
}

/** The codec that is asked for, or each column's own where that can be written. */
export function chosenCodecs(file: ParquetFile, name: string | undefined, { plugIns }: Context): Chosen<number> {
  const ids = new Map<LeafNode, number>();
  const notes = new Set<string>();
  const [first] = file.metadata.rowGroups;
  const asked = name === undefined ? undefined : codecNamed(name, plugIns);
  for (const leaf of file.schema.leaves) {
    const present = (first && columnChunkOf(first, leaf.index)?.metaData?.codec) ?? CodecId.SNAPPY;
    const written = present === CodecId.UNCOMPRESSED || plugIns.codecs.find(present)?.compress !== undefined;
    if (asked === undefined && !written) notes.add(`${onlyRead(present, plugIns)}; SNAPPY instead`);
    ids.set(leaf, asked ?? (written ? present : CodecId.SNAPPY));
  }
  return { ids, notes: [...notes] };
}
