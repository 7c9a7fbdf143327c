/** Finds encodings and codecs by the names used in options. */
import { CodecId, type Encoding, EncodingId, knownEncoding, nameOf, type WritableEncoding } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { UsageError } from './failure.js';
import type { PlugIns } from './plug-ins.js';

/** Returns the encoding with this name, ignoring case. @throws UsageError if no encoding of that name can write. */
export function encodingNamed(name: string, { encodings }: PlugIns): Encoding {
  const writing = [...encodings].filter((encoding) => writes(encoding) || isOtherName(encoding, encodings));
  const found = writing.find((encoding) => sameName(encoding.name, name));
  if (found !== undefined) return found;
  throw new UsageError(`no encoding that can be written is named ${name}; choose from: ${namesOf(writing)}`);
}

/** The encoding's own name; if it is not registered, the name in the specification, or `id N`. */
export function encodingNameOf(id: number, { encodings }: PlugIns): string {
  return encodings.find(id)?.name ?? nameOf(EncodingId, id);
}

/** The same for a codec. */
export function codecNameOf(id: number, { codecs }: Pick<PlugIns, 'codecs'>): string {
  return codecs.find(id)?.name ?? nameOf(CodecId, id);
}

/** PLAIN_DICTIONARY pages are written like those of RLE_DICTIONARY, with their own id. */
function isOtherName({ id }: Encoding, encodings: PlugIns['encodings']): boolean {
  return id === EncodingId.PLAIN_DICTIONARY && encodings.find(EncodingId.RLE_DICTIONARY)?.encoder !== undefined;
}

/** Returns the format's id of a codec that can compress. @throws UsageError if there is none of that name. */
export function codecNamed(name: string, { codecs }: Pick<PlugIns, 'codecs'>): number {
  if (sameName(name, 'UNCOMPRESSED') || sameName(name, 'NONE')) return CodecId.UNCOMPRESSED;
  const writing = [...codecs].filter((codec) => codec.compress !== undefined);
  const found = writing.find((codec) => sameName(codec.name, name));
  if (found !== undefined) return found.id;
  const reading = [...codecs].find((codec) => sameName(codec.name, name));
  const what =
    reading === undefined ? `no codec that can be written is named ${name}` : onlyRead(reading.id, { codecs });
  throw new UsageError(`${what}; choose from: ${['UNCOMPRESSED', ...writing.map((codec) => codec.name)].join(', ')}`);
}

/** Explains that a codec can only be read here, and how to write it. */
export function onlyRead(id: number, plugIns: Pick<PlugIns, 'codecs'>): string {
  const cure = ' (Node 22.15 or later, or --plugin @marquetry/codec-zstd-wasm, can write it)';
  return `${codecNameOf(id, plugIns)} can be read but not written here${id === CodecId.ZSTD ? cure : ''}`;
}

/** The encodings that can write a column, without historical ones. */
export function encodingsFor(leaf: LeafNode, { encodings }: PlugIns): WritableEncoding[] {
  return [...encodings]
    .filter(writes)
    .filter((encoding) => knownEncoding(encoding.id)?.standing !== 'historical' && encoding.supports(leaf));
}

const historicalCodecs: ReadonlySet<number> = new Set([CodecId.LZ4, CodecId.LZO]);

/** Ids of the codecs that can compress, without historical ones; UNCOMPRESSED comes first. */
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
