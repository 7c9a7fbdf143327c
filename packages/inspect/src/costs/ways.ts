/** Finds the encodings and codecs in which a column can be written. */
import {
  CodecId,
  type CodecRegistry,
  type Encoding,
  type EncodingRegistry,
  knownEncoding,
  nameOfCodec,
  type WritableEncoding,
} from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { CostCodec, CostEncoding, RefusedCost } from './encoding-cost.js';

/** Returns the registered encodings that can write a column, except historical encodings. */
export function encodingsFor(leaf: LeafNode, encodings: EncodingRegistry): WritableEncoding[] {
  return currentEncodings(encodings).filter(
    (encoding) => isWritable(encoding) && encoding.supports(leaf),
  ) as WritableEncoding[];
}

/** Returns the ids of the registered codecs that can compress, except historical ones. UNCOMPRESSED is first. */
export function currentCodecs(codecs: CodecRegistry): readonly number[] {
  const compressing = [...codecs].filter(({ id, compress }) => compress !== undefined && !historicalCodecs.has(id));
  return [CodecId.UNCOMPRESSED, ...compressing.map(({ id }) => id)];
}

/** Codecs that occur only in old files: writers use newer codecs instead. */
const historicalCodecs: ReadonlySet<number> = new Set([CodecId.LZ4, CodecId.LZO]);

function currentEncodings(encodings: EncodingRegistry): Encoding[] {
  return [...encodings].filter(({ id }) => knownEncoding(id)?.standing !== 'historical');
}

function isWritable(encoding: Encoding): encoding is WritableEncoding {
  return encoding.encoder !== undefined;
}

/** Returns the encodings that cannot write a column, and the reasons. */
export function refusedEncodings(leaf: LeafNode, encodings: EncodingRegistry): RefusedCost[] {
  return currentEncodings(encodings).flatMap((encoding) => {
    const refused = !isWritable(encoding)
      ? `${encoding.name} can be read but not written`
      : encoding.supports(leaf)
        ? undefined
        : `${encoding.name} does not support this column type`;
    return refused === undefined ? [] : [{ encoding: costEncoding(encoding), codec: undefined, refused }];
  });
}

/** Returns the codecs among `ids` that cannot compress, and the reasons. Default of `ids`: all registered codecs except historical ones. */
export function refusedCodecs(codecs: CodecRegistry, ids: readonly number[] | undefined): RefusedCost[] {
  const asked = ids ?? [...codecs].map(({ id }) => id).filter((id) => !historicalCodecs.has(id));
  return asked
    .filter((id) => !isCompressing(id, codecs))
    .map((id) => ({
      encoding: undefined,
      codec: costCodec(id, codecs),
      refused: reasonOf(id, codecs),
    }));
}

/** Returns the ids among `ids` whose codecs can compress. */
export function compressingCodecs(codecs: CodecRegistry, ids: readonly number[] | undefined): readonly number[] {
  return ids === undefined ? currentCodecs(codecs) : [...new Set(ids)].filter((id) => isCompressing(id, codecs));
}

function isCompressing(id: number, codecs: CodecRegistry): boolean {
  return id === CodecId.UNCOMPRESSED || codecs.find(id)?.compress !== undefined;
}

function reasonOf(id: number, codecs: CodecRegistry): string {
  const { name } = costCodec(id, codecs);
  const cure = id === CodecId.ZSTD ? ': `zstd` from @marquetry/codec-zstd-wasm can write it' : '';
  return codecs.find(id) === undefined
    ? `${name} is not registered${cure}`
    : `${name} can be read but not written${cure}`;
}

export function costEncoding({ id, name }: Encoding): CostEncoding {
  return { id, name, preview: knownEncoding(id)?.standing === 'preview' };
}

export function costCodec(id: number, codecs: CodecRegistry): CostCodec {
  return { id, name: nameOfCodec(id, codecs) };
}
