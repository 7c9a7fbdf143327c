/**
 * The encodings and codecs that commands read with, and write when they are named.
 */
import { alp } from '@marquetry/alp';
import { lzo } from '@marquetry/codec-lzo';
import { type CodecRegistry, EncodingId, type EncodingRegistry } from '@marquetry/core';
import { groupVarint } from '@marquetry/group-varint';
import { standardCodecs, standardEncodings } from 'marquetry';

export interface PlugIns {
  readonly encodings: EncodingRegistry;
  readonly codecs: CodecRegistry;
}

/** The standard sets, and what stands outside them: a preview (ALP), and what no writer of today makes. */
export const standardPlugIns: PlugIns = {
  encodings: standardEncodings.with(alp, groupVarint),
  codecs: standardCodecs.with(lzo),
};

/** Encodings whose layout may still change: few readers know them. */
export const previewEncodings: ReadonlySet<number> = new Set([EncodingId.ALP]);
