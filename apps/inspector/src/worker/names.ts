/** Names of encodings, codecs, pages and types. */
import { CodecId, EncodingId, nameOf, PageType } from '@marquetry/core';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Session } from './session.js';

/** Returns the name of an encoding: its registered name, its name in the specification, or `id N`. */
export function encodingName(id: number, { encodings }: Pick<Session, 'encodings'>): string {
  return encodings.find(id)?.name ?? nameOf(EncodingId, id);
}

/** Returns the name of a codec: its registered name, its name in the specification, or `id N`. */
export function codecName(id: number, { codecs }: Pick<Session, 'codecs'>): string {
  return id === CodecId.UNCOMPRESSED ? 'UNCOMPRESSED' : (codecs.find(id)?.name ?? nameOf(CodecId, id));
}

/** Returns the name of a page type in the specification. */
export function pageTypeName(type: number): string {
  return nameOf(PageType, type);
}

/** Returns the leaf with an index. */
export function leafAt({ file }: Pick<Session, 'file'>, index: number): LeafNode {
  return file.schema.leaves[index] as LeafNode;
}

/** Returns the path of a leaf, as options and errors name it. */
export function pathOf(leaf: LeafNode): string {
  return formatPath(leaf.path);
}
