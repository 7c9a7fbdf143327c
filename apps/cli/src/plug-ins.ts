/**
 * The encodings and codecs available to all commands. Encodings and codecs outside the Parquet standard are used for
 * writing only if an option names them.
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

/**
 * The standard encodings and codecs, the ALP encoding (a preview), and two plug-ins that only old files need: the
 * GROUP_VAR_INT encoding and the LZO codec.
 */
export const standardPlugIns: PlugIns = {
  encodings: standardEncodings.with(alp, groupVarint),
  codecs: standardCodecs.with(lzo),
};
