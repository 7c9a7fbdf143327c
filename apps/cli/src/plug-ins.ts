/**
 * The encodings and codecs that commands read with, and write when they are named.
 */
import { alp } from '@marquetry/alp';
import { lzo } from '@marquetry/codec-lzo';
import type { CodecRegistry, EncodingRegistry } from '@marquetry/core';
import { groupVarint } from '@marquetry/group-varint';
import { standardCodecs, standardEncodings } from 'marquetry/plug-ins';

export interface PlugIns {
  readonly encodings: EncodingRegistry;
  readonly codecs: CodecRegistry;
}

/** The standard sets, the preview ALP, and what only old files have: GROUP_VAR_INT and LZO. */
export const standardPlugIns: PlugIns = {
  encodings: standardEncodings.with(alp, groupVarint),
  codecs: standardCodecs.with(lzo),
};
