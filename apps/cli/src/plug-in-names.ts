/** Finds encodings and codecs by the names used in options. */
import { CodecId, type Encoding, EncodingId, nameOfCodec, type WritableEncoding } from '@marquetry/core';
import { UsageError } from './failure.js';
import type { PlugIns } from './plug-ins.js';

/** Returns the encoding with this name, ignoring case. @throws UsageError if no encoding of that name can write. */
export function encodingNamed(name: string, { encodings }: PlugIns): Encoding {
  const writing = [...encodings].filter((encoding) => writes(encoding) || isOtherName(encoding, encodings));
  const found = writing.find((encoding) => sameName(encoding.name, name));
  if (found !== undefined) return found;
  throw new UsageError(`no writable encoding is named ${name}; choose from: ${namesOf(writing)}`);
}

/** Returns true for PLAIN_DICTIONARY, an old name for the layout of RLE_DICTIONARY, if the latter can be written. */
function isOtherName({ id }: Encoding, encodings: PlugIns['encodings']): boolean {
  return id === EncodingId.PLAIN_DICTIONARY && encodings.find(EncodingId.RLE_DICTIONARY)?.encoder !== undefined;
}

/**
 * Returns the Parquet id of the codec with this name.
 * @throws UsageError if no registered codec with this name can compress.
 */
export function codecNamed(name: string, { codecs }: Pick<PlugIns, 'codecs'>): number {
  if (sameName(name, 'UNCOMPRESSED') || sameName(name, 'NONE')) return CodecId.UNCOMPRESSED;
  const writing = [...codecs].filter((codec) => codec.compress !== undefined);
  const found = writing.find((codec) => sameName(codec.name, name));
  if (found !== undefined) return found.id;
  const reading = [...codecs].find((codec) => sameName(codec.name, name));
  const what = reading === undefined ? `no writable codec is named ${name}` : onlyRead(reading.id, { codecs });
  throw new UsageError(`${what}; choose from: ${['UNCOMPRESSED', ...writing.map((codec) => codec.name)].join(', ')}`);
}

/** Returns a note that data in this codec can be read but not written. For ZSTD, it states how to enable writing. */
export function onlyRead(id: number, plugIns: Pick<PlugIns, 'codecs'>): string {
  const cure = ' (to write it, use Node 22.15 or later, or --plugin @marquetry/codec-zstd-wasm)';
  return `${nameOfCodec(id, plugIns.codecs)} can be read but not written${id === CodecId.ZSTD ? cure : ''}`;
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
