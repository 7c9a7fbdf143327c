/**
 * The encodings and codecs that commands read with.
 */
import type { CodecRegistry, EncodingRegistry } from '@marquetry/core';
import { standardCodecs, standardEncodings } from 'marquetry';

export interface PlugIns {
  readonly encodings: EncodingRegistry;
  readonly codecs: CodecRegistry;
}

export const standardPlugIns: PlugIns = { encodings: standardEncodings, codecs: standardCodecs };
