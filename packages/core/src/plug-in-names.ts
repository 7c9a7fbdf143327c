/** The names of encodings and codecs that are shown to users. */
import { CodecId, EncodingId, nameOf } from './ids.js';
import type { CodecRegistry, EncodingRegistry } from './registry.js';

/**
 * Returns the name of an encoding: the name of the registered plug-in, otherwise the name in the specification,
 * otherwise `id N`.
 */
export function nameOfEncoding(id: number, encodings: EncodingRegistry): string {
  return encodings.find(id)?.name ?? nameOf(EncodingId, id);
}

/**
 * Returns the name of a codec: the name of the registered plug-in, otherwise the name in the specification, otherwise
 * `id N`.
 */
export function nameOfCodec(id: number, codecs: CodecRegistry): string {
  return codecs.find(id)?.name ?? nameOf(CodecId, id);
}
