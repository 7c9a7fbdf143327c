/** Resolves the encodings and codecs that the options of `rewrite` name. */
import { refusalsOf } from '@marquetry/column-writer';
import { CodecId, type Encoding } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';

import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { counted } from '../counted.js';
import { UsageError } from '../failure.js';
import { openedChunk } from '../keys/locked-columns.js';
import { leavesOf } from '../leaves-of.js';
import { codecNamed, encodingNamed, onlyRead } from '../plug-in-names.js';

/** The encodings or codecs that the options choose, by column. */
export interface Chosen<T> {
  readonly ids: ReadonlyMap<LeafNode, T>;
  /** Notes to print for the user. */
  readonly notes: readonly string[];
}

/**
 * Resolves `--encoding`: `NAME` applies to every column whose type the encoding supports, if other readers can read
 * that type in this encoding; `PATH=NAME` applies to the columns at a path. The default policy chooses
 * the encodings of all other columns.
 * @throws UsageError if a name is unknown, or an encoding does not support a named column.
 */
export function chosenEncodings(file: ParquetFile, texts: readonly string[], { plugIns }: Context): Chosen<number> {
  const ids = new Map<LeafNode, number>();
  const split = texts.map((text) => {
    const at = text.lastIndexOf('=');
    return { path: at < 0 ? undefined : text.slice(0, at), encoding: encodingNamed(text.slice(at + 1), plugIns) };
  });
  // `PATH=NAME` takes precedence over `NAME`, whatever the order of the options.
  for (const { path, encoding } of split) {
    if (path === undefined) continue;
    for (const leaf of leavesOf(file, [path])) {
      if (!encoding.supports(leaf)) {
        throw new UsageError(
          `the ${encoding.name} encoding does not support the type of column ${formatPath(leaf.path)}; choose another encoding for this column`,
        );
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
      notes.push(
        `${encoding.name} does not support the type of ${counted(unable.length, 'column')}: ${pathsOf(unable)}`,
      );
    }
    notes.push(...refusalNotes(encoding, refused));
  }
  return { ids, notes };
}

/** Returns the names of the Parquet readers that support the encoding, but not for the column's type. */
function refusersOf(encoding: number, leaf: LeafNode): readonly string[] {
  return refusalsOf(encoding, leaf).flatMap(({ scope, reader }) => (scope === 'type' ? [reader] : []));
}

/** Returns the notes to print: one for each group of columns that the same Parquet readers could not read. */
function refusalNotes({ id, name }: Encoding, leaves: readonly LeafNode[]): string[] {
  const refusers = (leaf: LeafNode): string => refusersOf(id, leaf).join(', ');
  return [...new Set(leaves.map(refusers))].map((readers) => {
    const columns = leaves.filter((leaf) => refusers(leaf) === readers);
    const what = `${name} is not used for ${counted(columns.length, 'column')} that would be unreadable in ${readers}`;
    return `${what}: ${pathsOf(columns)} (to use it anyway: --encoding PATH=${name})`;
  });
}

function pathsOf(leaves: readonly LeafNode[]): string {
  return leaves.map((leaf) => formatPath(leaf.path)).join(', ');
}

/**
 * Returns the codec for each column: the codec that `--codec` names. Without `--codec`, columns keep their codec, but
 * SNAPPY replaces a codec that can only decompress.
 */
export function chosenCodecs(file: ParquetFile, name: string | undefined, { plugIns }: Context): Chosen<number> {
  const ids = new Map<LeafNode, number>();
  const notes = new Set<string>();
  const asked = name === undefined ? undefined : codecNamed(name, plugIns);
  for (const leaf of file.schema.leaves) {
    const present = openedChunk(file, 0, leaf)?.metaData?.codec ?? CodecId.SNAPPY;
    const written = present === CodecId.UNCOMPRESSED || plugIns.codecs.find(present)?.compress !== undefined;
    if (asked === undefined && !written) notes.add(`${onlyRead(present, plugIns)}; SNAPPY is used instead`);
    ids.set(leaf, asked ?? (written ? present : CodecId.SNAPPY));
  }
  return { ids, notes: [...notes] };
}
