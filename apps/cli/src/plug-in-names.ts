/**
 * Encodings and codecs by the names that options give them.
 */
import { CodecId, type Encoding, EncodingId, knownEncoding, nameOf, type WritableEncoding } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { UsageError } from './failure.js';
import type { PlugIns } from './plug-ins.js';

/** The encoding of a name, in any case. @throws UsageError when there is none that writes. */
export function encodingNamed(name: string, { encodings }: PlugIns): Encoding {
  const writing = [...encodings].filter((encoding) => writes(encoding) || isOtherName(encoding, encodings));
  const found = writing.find((encoding) => sameName(encoding.name, name));
  if (found !== undefined) return found;
  throw new UsageError(`there is no encoding ${name} to write; there are: ${namesOf(writing)}`);
}

/** What an encoding calls itself; the specification's name where it is not registered, or `id N`. */
export function encodingNameOf(id: number, { encodings }: PlugIns): string {
  return encodings.find(id)?.name ?? nameOf(EncodingId, id);
}

/** The same of a codec. */
export function codecNameOf(id: number, { codecs }: Pick<PlugIns, 'codecs'>): string {
  return codecs.find(id)?.name ?? nameOf(CodecId, id);
}

/** PLAIN_DICTIONARY is written as RLE_DICTIONARY is, under its own id. */
function isOtherName({ id }: Encoding, encodings: PlugIns['encodings']): boolean {
  return id === EncodingId.PLAIN_DICTIONARY && encodings.find(EncodingId.RLE_DICTIONARY)?.encoder !== undefined;
}

/** The wire id of a codec that compresses. @throws UsageError when there is none. */
export function codecNamed(name: string, { codecs }: Pick<PlugIns, 'codecs'>): number {
  if (sameName(name, 'UNCOMPRESSED') || sameName(name, 'NONE')) return CodecId.UNCOMPRESSED;
  const writing = [...codecs].filter((codec) => codec.compress !== undefined);
  const found = writing.find((codec) => sameName(codec.name, name));
  if (found !== undefined) return found.id;
  const reading = [...codecs].find((codec) => sameName(codec.name, name));
  const what = reading === undefined ? `there is no codec ${name} to write with` : onlyRead(reading.id, { codecs });
  throw new UsageError(`${what}; there are: ${['UNCOMPRESSED', ...writing.map((codec) => codec.name)].join(', ')}`);
}

/** What is to be said of a codec that does not compress here, and where it would. */
export function onlyRead(id: number, plugIns: Pick<PlugIns, 'codecs'>): string {
  const cure = ' (Node 22.15 and later write it, and so does --plugin @marquetry/codec-zstd-wasm)';
  return `${codecNameOf(id, plugIns)} is only read here${id === CodecId.ZSTD ? cure : ''}`;
}

/** The encodings that can write a column, except historical ones. */
export function encodingsFor(leaf: LeafNode, { encodings }: PlugIns): WritableEncoding[] {
  return [...encodings]
    .filter(writes)
    .filter((encoding) => knownEncoding(encoding.id)?.standing !== 'historical' && encoding.supports(leaf));
}

const historicalCodecs: ReadonlySet<number> = new Set([CodecId.LZ4, CodecId.LZO]);

/** Ids of the codecs that compress, but for historical ones; UNCOMPRESSED first. */
export function currentCodecs({ codecs }: PlugIns): readonly number[] {
  const compressing = [...codecs].filter(({ id, compress }) => compress !== undefined && !historicalCodecs.has(id));
  return [CodecId.UNCOMPRESSED, ...compressing.map(({ id }) => id)];
}

function writes(encoding: Encoding): encoding is WritableEncoding {
  return encoding.encoder !== undefined;
}

function sameName(a: string, b: string): boolean {
  return a.toUpperCase() === b.toUpperCase();
}

function namesOf(plugIns: readonly Encoding[]): string {
  return plugIns.map(({ name }) => name).join(', ');
}
